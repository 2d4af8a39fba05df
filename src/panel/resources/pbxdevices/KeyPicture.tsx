import Button from "@mui/material/Button";
import FormHelperText from "@mui/material/FormHelperText";
import Skeleton from "@mui/material/Skeleton";
import { type CSSProperties, type KeyboardEvent, type MouseEvent, type PointerEvent, type Ref, useState } from "react";
import { useTranslate } from "react-admin";
import type { RecordOf } from "../../providers/rest.ts";
import styles from "./keyEditor.module.css";
import { type Key, neighbourOf } from "./keys.ts";
import { modelTitle, useFront } from "./useFront.ts";

/** A key as it is shown. */
export interface KeyFace {
  readonly key: Key;
  /** The key's assignment, in full. */
  readonly name: string;
  /** Shown next to the key; empty if it is free. */
  readonly label: string;
  /** Name of its group. */
  readonly group: string;
  /** Links to its errors lead there. */
  readonly id?: string;
  /** The id of the text that says what is wrong with it. */
  readonly errorId?: string;
}

interface PictureUnit {
  /** The extension module, counted from 1; 0: the phone. */
  readonly number: number;
  readonly model: RecordOf<"pbxdevicemodels">;
  /** A module none of whose keys has an assignment. */
  readonly isEmpty: boolean;
}

interface KeyPictureProps {
  /** The phone, and its modules next to it. */
  readonly parts: readonly PictureUnit[];
  /** The keys of all parts. */
  readonly faces: readonly KeyFace[];
  /** Element that describes how to use it. */
  readonly helpId: string | undefined;
  readonly label: string;
  /** The key whose assignment is shown. */
  readonly chosen: number | undefined;
  readonly selected: ReadonlySet<number>;
  /** Pressing a key selects it. */
  readonly isSelecting: boolean;
  readonly onChoose: (key: number) => void;
  /** A key was pressed: chooses it, and brings what it does into view. */
  readonly onOpen: (key: number) => void;
  /** Selects a key or not, or all keys from the last selected one to this. */
  readonly onSelect: (key: number, isRange: boolean) => void;
  /** Absent: the keys can only be looked at. */
  readonly onSwap: ((from: number, to: number) => void) | undefined;
  readonly onDetach: ((module: number) => void) | undefined;
  readonly ref: Ref<HTMLDivElement>;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The keys of a phone and its modules. */
export function KeyPicture(props: KeyPictureProps) {
  const { parts, label, helpId, ref, onDetach } = props;
  const translate = useTranslate();
  const { drag, handlers } = useKeys(props);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be one more frame
    <div
      ref={ref}
      role="group"
      aria-label={label}
      aria-describedby={helpId}
      className={`row gap-16 ${styles.stage}`}
      {...handlers}
    >
      {parts.map((part) => {
        const { number, model, isEmpty } = part;
        const keys = <PartKeys key={`${number} ${model.id}`} {...props} part={part} over={drag?.over} />;
        if (number === 0) return keys;
        const title = translate("deviceKeys.module", { number, model: modelTitle(model) });
        return (
          <section key={`${number} ${model.id}`} aria-label={title} className={`stack gap-8 packed ${styles.module}`}>
            <div className="row gap-4 across-16 middle between">
              <h3 className="text-13">{title}</h3>
              {onDetach && (
                <Button size="small" onClick={() => onDetach(number)}>
                  {translate("deviceKeys.removeModule", { number })}
                </Button>
              )}
            </div>
            {keys}
            {isEmpty && <FormHelperText component="p">{translate("deviceKeys.emptyModule")}</FormHelperText>}
          </section>
        );
      })}
    </div>
  );
}

interface PartKeysProps extends Omit<KeyPictureProps, "ref"> {
  readonly part: PictureUnit;
  /** The key over which another one is dragged. */
  readonly over: number | undefined;
}

/** The keys on the picture of their model, or by group where there is none. */
function PartKeys({ part, over, ...props }: PartKeysProps) {
  const { faces } = props;
  const front = useFront(part.model);
  const [size, setSize] = useState<Size | null>(null);
  const ownFaces = faces.flatMap((face, position) => (face.key.module === part.number ? [{ face, position }] : []));
  const button = ({ face, position }: (typeof ownFaces)[number], style?: CSSProperties) => (
    <KeyButton key={position} {...props} face={face} position={position} isOver={over === position} style={style} />
  );
  if (front === undefined) return <Skeleton variant="rounded" height={240} />;
  if (front === null) {
    const groups = [...new Set(ownFaces.map(({ face }) => face.key.group.name))];
    return groups.map((name) => (
      <section key={name} aria-label={name}>
        <h3 className="text-13">{name}</h3>
        <div className={`row ${styles.grid}`}>
          {ownFaces.filter(({ face }) => face.key.group.name === name).map((each) => button(each))}
        </div>
      </section>
    ));
  }
  return (
    <div className={`card scroll sunken ${styles.frame}`}>
      <div
        className={`relative full ${styles.picture}`}
        data-picture=""
        style={{ "--natural": `${size?.width ?? 0}px` }}
      >
        <img
          className="block full"
          src={front.url}
          alt={front.alt}
          draggable={false}
          onError={front.onError}
          onLoad={({ currentTarget }) =>
            setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
          }
        />
        {size && ownFaces.map((each) => button(each, keyStyle(each.face.key, size)))}
      </div>
    </div>
  );
}

/** The focus goes to a key. */
export function focusKey(stage: HTMLElement | null, key: number): void {
  stage?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus();
}

const keyStyle = ({ x, y }: Key, { width, height }: Size): CSSProperties => ({
  left: `${(x / width) * 100}%`,
  top: `${(y / height) * 100}%`,
});

interface KeyButtonProps extends Omit<KeyPictureProps, "ref" | "parts"> {
  readonly face: KeyFace;
  readonly position: number;
  /** Another key is dragged over it. */
  readonly isOver: boolean;
  readonly style: CSSProperties | undefined;
}

function KeyButton({ face, position, isOver, style, ...props }: KeyButtonProps) {
  const { chosen, selected, isSelecting, onChoose, onOpen, onSelect, onSwap } = props;
  const { key, name, label, id, errorId } = face;
  const states = [
    label === "" && styles.isFree,
    errorId !== undefined && styles.isWrong,
    chosen === position && styles.isChosen,
    selected.has(position) && styles.isSelected,
    isOver && styles.isOver,
    onSwap !== undefined && styles.isMovable,
  ];
  const onClick = (event: MouseEvent) => {
    if (onSwap && (isSelecting || event.ctrlKey || event.metaKey || event.shiftKey)) onSelect(position, event.shiftKey);
    else onOpen(position);
  };
  return (
    <button
      type="button"
      id={id}
      data-key={position}
      className={["line centred round-6 text-12 strong", styles.key, ...states].filter(Boolean).join(" ")}
      style={style}
      // One stop for Tab; arrows lead to the others.
      tabIndex={position === (chosen ?? 0) ? 0 : -1}
      aria-label={name}
      aria-current={chosen === position}
      aria-pressed={isSelecting || selected.size > 0 ? selected.has(position) : undefined}
      aria-describedby={errorId}
      onClick={onClick}
      onFocus={() => onChoose(position)}
    >
      <span>{key.index + 1}</span>
      {label !== "" && (
        <span className={`clip normal ${styles.label} ${styles[key.labelpos]}`} title={label}>
          {label}
        </span>
      )}
    </button>
  );
}

interface Drag {
  readonly from: number;
  readonly over: number;
}

/** Moving between keys and swapping them, by keyboard and pointer. */
function useKeys({ faces, onSelect, onSwap }: KeyPictureProps) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const swap = (stage: HTMLElement, from: number, to: number) => {
    onSwap?.(from, to);
    focusKey(stage, to);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const position = keyAt(event);
    if (position === undefined) return;
    if (event.key === " " && (event.ctrlKey || event.metaKey)) {
      if (onSwap) onSelect(position, false);
    } else {
      const to = neighbourOf(
        faces.map(({ key }) => key),
        position,
        event.key,
        event.target instanceof Element && event.target.closest("[data-picture]") !== null,
      );
      if (to === undefined) return;
      if (event.altKey && onSwap) swap(event.currentTarget, position, to);
      else focusKey(event.currentTarget, to);
    }
    event.preventDefault();
  };
  const end = () => setDrag(null);
  const dragging = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const from = keyAt(event);
      const { target } = event;
      if (from === undefined || event.button !== 0 || !(target instanceof Element)) return;
      // A finger is bound to where it came down, and the keys that it crosses would hear nothing of it.
      if (target.hasPointerCapture?.(event.pointerId)) target.releasePointerCapture(event.pointerId);
      setDrag({ from, over: from });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (drag) setDrag({ ...drag, over: keyAt(event) ?? drag.from });
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const to = keyAt(event);
      if (drag && to !== undefined && to !== drag.from) swap(event.currentTarget, drag.from, to);
      end();
    },
    onPointerLeave: end,
    onPointerCancel: end,
  };
  return { drag: drag?.over === drag?.from ? null : drag, handlers: { onKeyDown, ...(onSwap ? dragging : {}) } };
}

/** The key at which something happens. */
function keyAt({ target }: { readonly target: EventTarget }): number | undefined {
  const key = target instanceof Element ? target.closest<HTMLElement>("[data-key]")?.dataset.key : undefined;
  return key === undefined ? undefined : Number(key);
}
