import type { ReactNode, Ref } from "react";
import { useTranslate } from "react-admin";

interface SimpleShowLayoutProps {
  readonly children: ReactNode;
  readonly className?: string;
  readonly ref?: Ref<HTMLDListElement>;
}

/**
 * Facts, each with its name: `Labeled` elements below each other, in two columns unless a class says otherwise.
 *
 * @example
 * <SimpleShowLayout>
 *   <Labeled label="certificates.serial">{serial}</Labeled>
 * </SimpleShowLayout>
 */
export function SimpleShowLayout({ children, className = "stack facts gap-8", ref }: SimpleShowLayoutProps) {
  return (
    <dl ref={ref} className={className}>
      {children}
    </dl>
  );
}

interface LabeledProps {
  /** A text or its key, or what is drawn in its place. */
  readonly label: ReactNode;
  readonly children: ReactNode;
  readonly className?: string | undefined;
  readonly labelClassName?: string;
}

/** A value with its name. */
export function Labeled({ label, children, className, labelClassName }: LabeledProps) {
  const translate = useTranslate();
  return (
    <div className={className}>
      <dt className={labelClassName}>{typeof label === "string" ? translate(label, { _: label }) : label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
