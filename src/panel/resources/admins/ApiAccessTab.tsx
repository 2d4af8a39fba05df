import { useTranslate } from "ra-core";
import { useAccess } from "../../providers/FactsContext.tsx";
import type { OwnTabProps } from "../../views/details/override.ts";
import { AuthorityCard } from "./AuthorityCard.tsx";
import { CertificateCard } from "./CertificateCard.tsx";
import "./apiAccess.css";

/** The certificate by which programs of this administrator log in, and the one of the authority behind it. */
export function ApiAccessTab({ record }: OwnTabProps) {
  const translate = useTranslate();
  const { adminId } = useAccess();
  const isOwn = Number(record.id) === adminId;
  const login = String(record.login);
  return (
    <div className="api-access">
      <section aria-labelledby="api-certificate">
        <h2 id="api-certificate">{translate("certificates.title")}</h2>
        <p>{translate(isOwn ? "certificates.about" : "certificates.aboutOther", { login })}</p>
        <CertificateCard adminId={Number(record.id)} login={login} />
      </section>
      {isOwn && (
        <section aria-labelledby="api-authority">
          <h2 id="api-authority">{translate("certificates.authority.title")}</h2>
          <p>{translate("certificates.authority.about")}</p>
          <AuthorityCard adminId={adminId} />
        </section>
      )}
    </div>
  );
}
