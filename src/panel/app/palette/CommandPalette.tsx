import InputBase from "@mui/material/InputBase";
import Modal from "@mui/material/Modal";
import Paper from "@mui/material/Paper";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useTranslate } from "react-admin";
import { lazyPart } from "../../providers/lazyComponent.ts";
import type { PaletteKeys } from "./PaletteResults.tsx";
import styles from "./palette.module.css";

const PaletteResults = lazyPart(() => import("./PaletteResults.tsx"), "PaletteResults", ["palette", "bulk", "views"]);

/**
 * Keyboard navigation to anywhere. A combobox: the input belongs to the shell and takes every key from the start, the
 * listbox is loaded lazily.
 */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const listId = useId();
  const [text, setText] = useState("");
  const [activeId, setActiveId] = useState<string>();
  /** The text for which Enter was pressed before there were results. */
  const [entered, setEntered] = useState<string>();
  const [pasted, setPasted] = useState<string>();
  const keys = useRef<PaletteKeys>(null);
  return (
    <Modal open onClose={onClose}>
      <Paper
        role="dialog"
        aria-modal
        aria-label={translate("app.palette.label")}
        elevation={24}
        tabIndex={-1}
        className={`flex column ${styles.palette}`}
      >
        <InputBase
          autoFocus
          fullWidth
          value={text}
          placeholder={translate("app.palette.placeholder")}
          onChange={({ target, nativeEvent }) => {
            setText(target.value);
            if (nativeEvent instanceof InputEvent && nativeEvent.inputType === "insertFromPaste")
              setPasted(target.value);
          }}
          onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
            if (keys.current) keys.current.press(event);
            else if (event.key === "Enter") setEntered(text);
          }}
          inputProps={{
            role: "combobox",
            "aria-label": translate("app.palette.placeholder"),
            "aria-expanded": activeId !== undefined,
            "aria-controls": listId,
            "aria-autocomplete": "list",
            "aria-activedescendant": activeId,
            spellCheck: false,
            autoComplete: "off",
          }}
          className={styles.typed}
        />
        <PaletteResults
          ref={keys}
          text={text}
          entered={entered}
          pasted={pasted}
          listId={listId}
          onActive={setActiveId}
          onEnter={setEntered}
          onClose={onClose}
        />
      </Paper>
    </Modal>
  );
}
