import { type CSSProperties, type KeyboardEvent, type MouseEvent, type PointerEvent, type Ref, useState } from "react";
import { type Key, neighbourOf } from "./keys.ts";

/** A key as it is shown. */
export interface KeyFace {
  readonly key: Key;
  /** What is on it, in full. */
  readonly name: string;
  /** Beside it; empty where it is free. */
  readonly label: string;
  /** Links to its errors lead there. */
  readonly id?: string;
  /** The id of the text that says what is wrong with it. */
  readonly problemId?: string;
}

interface KeyPictureProps {
  readonly faces: readonly KeyFace[];
  /** What describes how to use it. */
  readonly helpId: string | undefined;
  readonly label: string;
  /** The front of the device; null: there is no picture. */
  readonly front: { readonly url: string; readonly alt: string; readonly onError: () => void } | null;
  /** The key whose assignment is shown. */
  readonly chosen: number | undefined;
  readonly selected: ReadonlySet<number>;
  /** Pressing a key selects it. */
  readonly isSelecting: boolean;
  readonly onChoose: (key: number) => void;
  /** Selects a key or not, or all keys from the last selected one to this. */
  readonly onSelect: (key: number, isRange: boolean) => void;
  /** Absent: the keys can only be looked at. */
  readonly onSwap: ((one: number, other: number) => void) | undefined;
  readonly ref: Ref<HTMLDivElement>;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The keys on the picture of their model, or by group where there is none. */
export function KeyPicture(props: KeyPictureProps) {
  const { faces, front, label, helpId, ref } = props;
  const [size, setSize] = useState<Size | null>(null);
  const { drag, handlers } = useKeys(props, front !== null);
  const button = (face: KeyFace, at: number, style?: CSSProperties) => (
    <KeyButton key={at} {...props} face={face} at={at} isOver={drag !== null && drag.over === at} style={style} />
  );
  const groups = [...new Set(faces.map(({ key }) => key.group))];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be one more frame
    <div ref={ref} role="group" aria-label={label} aria-describedby={helpId} className="keys-stage" {...handlers}>
      {front ? (
        <div className="keys-picture" style={{ "--natural": `${size?.width ?? 0}px` } as CSSProperties}>
          <img
            src={front.url}
            alt={front.alt}
            draggable={false}
            onError={front.onError}
            onLoad={({ currentTarget }) =>
              setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
            }
          />
          {size && faces.map((face, at) => button(face, at, placeOf(face.key, size)))}
        </div>
      ) : (
        groups.map((group) => (
          <section key={group.name} aria-label={group.name}>
            <h3>{group.name}</h3>
            <div className="keys-grid">{faces.map((face, at) => face.key.group === group && button(face, at))}</div>
          </section>
        ))
      )}
    </div>
  );
}

/** The focus goes to a key. */
export function focusKey(stage: HTMLElement | null, key: number): void {
  stage?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus();
}

const placeOf = ({ x, y }: Key, { width, height }: Size): CSSProperties => ({
  left: `${(x / width) * 100}%`,
  top: `${(y / height) * 100}%`,
});

interface KeyButtonProps extends Omit<KeyPictureProps, "ref"> {
  readonly face: KeyFace;
  readonly at: number;
  /** Another key is dragged over it. */
  readonly isOver: boolean;
  readonly style: CSSProperties | undefined;
}

function KeyButton({ face, at, isOver, style, ...props }: KeyButtonProps) {
  const { chosen, selected, isSelecting, onChoose, onSelect, onSwap } = props;
  const { key, name, label, id, problemId } = face;
  const states = {
    "is-free": label === "",
    "is-wrong": problemId !== undefined,
    "is-chosen": chosen === at,
    "is-selected": selected.has(at),
    "is-over": isOver,
    "is-movable": onSwap !== undefined,
  };
  const onClick = (event: MouseEvent) => {
    if (onSwap && (isSelecting || event.ctrlKey || event.metaKey || event.shiftKey)) onSelect(at, event.shiftKey);
    else onChoose(at);
  };
  return (
    <button
      type="button"
      id={id}
      data-key={at}
      className={["keys-key", ...Object.entries(states).flatMap(([state, holds]) => (holds ? [state] : []))].join(" ")}
      style={style}
      // One stop for Tab; arrows lead to the others.
      tabIndex={at === (chosen ?? 0) ? 0 : -1}
      aria-label={name}
      aria-current={chosen === at}
      aria-pressed={isSelecting || selected.size > 0 ? selected.has(at) : undefined}
      aria-describedby={problemId}
      onClick={onClick}
      onFocus={() => onChoose(at)}
    >
      <span>{key.index + 1}</span>
      {label !== "" && (
        <span className={`keys-label is-${key.labelpos}`} title={label}>
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
function useKeys({ faces, onSelect, onSwap }: KeyPictureProps, onPicture: boolean) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const swap = (stage: HTMLElement, one: number, other: number) => {
    onSwap?.(one, other);
    focusKey(stage, other);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = keyAt(event);
    if (at === undefined) return;
    if (event.key === " " && (event.ctrlKey || event.metaKey)) {
      if (onSwap) onSelect(at, false);
    } else {
      const to = neighbourOf(
        faces.map(({ key }) => key),
        at,
        event.key,
        onPicture,
      );
      if (to === undefined) return;
      if (event.altKey && onSwap) swap(event.currentTarget, at, to);
      else focusKey(event.currentTarget, to);
    }
    event.preventDefault();
  };
  const end = () => setDrag(null);
  const dragging = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const from = keyAt(event);
      const target = event.target as HTMLElement;
      if (from === undefined || event.button !== 0) return;
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
  const key = (target as Element).closest<HTMLElement>("[data-key]")?.dataset.key;
  return key === undefined ? undefined : Number(key);
}
