import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { type KeyboardEvent, type ReactNode, useId, useMemo } from "react";
import {
  FormGroupsProvider,
  SaveContextProvider,
  type SaveContextValue,
  SourceContextProvider,
  useTranslate,
} from "react-admin";
import { type FieldValues, FormProvider, type UseFormReturn } from "react-hook-form";
import styles from "./form.module.css";

interface SimpleFormProps<Sent> {
  /** Its own: react-admin's would begin anew whenever the record changes. */
  readonly form: UseFormReturn<FieldValues, unknown, Sent>;
  /** For components inside: saves through the form. */
  readonly saveContext: SaveContextValue;
  /** Returns the label of an input without one of its own, or its key. */
  readonly getLabel: (source: string) => string;
  /** Called by the button that submits, Enter and Ctrl+S. */
  readonly onSubmit: () => void;
  /** Shown above the inputs, and in place of them while they are hidden. */
  readonly head: ReactNode;
  readonly toolbar: ReactNode;
  /** Out of sight: the inputs hold text that is not a valid value yet. */
  readonly isHidden?: boolean;
  readonly children: ReactNode;
}

/** A form of inputs below each other, with the contexts that those of react-admin and ours read. */
export function SimpleForm<Sent>(props: SimpleFormProps<Sent>): ReactNode {
  const { form, saveContext, getLabel, onSubmit, head, toolbar, isHidden, children } = props;
  const sources = useMemo(() => ({ getSource: (source: string) => source, getLabel }), [getLabel]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key !== "s") return;
    event.preventDefault();
    onSubmit();
  };
  return (
    <SaveContextProvider value={saveContext}>
      <SourceContextProvider value={sources}>
        <FormProvider {...form}>
          <FormGroupsProvider>
            <form
              noValidate
              aria-busy={saveContext.saving}
              onKeyDown={onKeyDown}
              onSubmit={(event) => {
                event.preventDefault();
                onSubmit();
              }}
            >
              {head}
              <div className={`flex column gap-16 max-760 ${styles.groups}`} hidden={isHidden}>
                {children}
                {toolbar}
              </div>
            </form>
          </FormGroupsProvider>
        </FormProvider>
      </SourceContextProvider>
    </SaveContextProvider>
  );
}

interface FormGroupProps {
  /** A text, or its key. */
  readonly title: string;
  readonly children: ReactNode;
}

/** Related inputs under a heading. */
export function FormGroup({ title, children }: FormGroupProps): ReactNode {
  const translate = useTranslate();
  const titleId = useId();
  return (
    <Paper component="section" variant="outlined" aria-labelledby={titleId} className={`pad-16 ${styles.group}`}>
      <Typography id={titleId} variant="h2" gutterBottom>
        {translate(title, { _: title })}
      </Typography>
      <div className="flex column gap-16 above-16 max-640">{children}</div>
    </Paper>
  );
}
