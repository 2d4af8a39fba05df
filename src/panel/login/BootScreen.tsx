import { Logo } from "../theme/Logo.tsx";
import "./login.css";

/** Stands where the panel will be while its files arrive: the same header, so that nothing jumps. */
export function BootScreen() {
  return (
    <div className="boot" aria-hidden="true">
      <div className="boot-header">
        <Logo />
      </div>
    </div>
  );
}
