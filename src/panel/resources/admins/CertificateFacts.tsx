import { useTranslate } from "ra-core";
import { Value } from "../../kinds/Value.tsx";
import type { CertificateState } from "../../providers/certificates.ts";
import { useCellContext } from "../../views/useCellContext.ts";

/** What is known of a certificate; older platforms only tell that there is one. */
export function CertificateFacts({ state }: { readonly state: CertificateState }) {
  const translate = useTranslate();
  const context = useCellContext("admins", "details");
  const { hasCertificate, serial, createdAt, notAfter } = state;
  const times = { created: createdAt, until: notAfter };
  return (
    <dl>
      <div>
        <dt>{translate("certificates.state")}</dt>
        <dd>
          <span className="cell-state">
            <i className={`cell-mark ${hasCertificate ? "is-success" : "is-quiet"}`} aria-hidden="true" />
            {translate(hasCertificate ? "certificates.good" : "certificates.none")}
          </span>
        </dd>
      </div>
      {serial !== null && (
        <div>
          <dt>{translate("certificates.serial")}</dt>
          <dd>
            <code>{serial}</code>
          </dd>
        </div>
      )}
      {Object.entries(times).map(([name, value]) =>
        value === null ? null : (
          <div key={name}>
            <dt>{translate(`certificates.${name}`)}</dt>
            <dd>
              <Value kind="dateTime" value={value} source={name} record={{ [name]: value }} context={context} />
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}
