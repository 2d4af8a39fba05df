import "react";

declare module "react" {
  /** Variables of our own are styles, too. */
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined;
  }
}
