import { useNotify, useTranslate } from "react-admin";
import { ConfirmDialog } from "../../form/ConfirmDialog.tsx";
import type { ViewState } from "./useViewState.ts";
import { ViewNameDialog } from "./ViewNameDialog.tsx";

/** What a command on saved views asks first. */
export type ViewQuestion = "add" | "rename" | "remove";

interface ViewDialogsProps {
  readonly question: ViewQuestion;
  readonly resource: string;
  readonly state: ViewState;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

/** Asks for a view's name, or whether to delete it. */
export function ViewDialogs({ question, resource, state, onRemove, onClose }: ViewDialogsProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const { service, views, active, query } = state;
  if (question === "add") {
    return (
      <ViewNameDialog
        title={translate("lists.views.addTitle")}
        taken={views.map(({ name }) => name)}
        onName={async (name) => {
          const stored = await service.add({ resource, name, query });
          state.open(stored);
          notify("lists.views.added", { messageArgs: { name }, type: "success" });
        }}
        onClose={onClose}
      />
    );
  }
  if (!active) return null;
  if (question === "rename") {
    return (
      <ViewNameDialog
        title={translate("lists.views.renameTitle", { name: active.name })}
        name={active.name}
        taken={views.filter(({ id }) => id !== active.id).map(({ name }) => name)}
        onName={(name) => service.change(active, { name })}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      isOpen
      title={translate("lists.views.removeTitle", { name: active.name })}
      text={translate("lists.views.removeText")}
      confirmLabel={translate("lists.views.remove")}
      cancelLabel={translate("lists.cancel")}
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        onRemove();
      }}
    />
  );
}
