import DownloadIcon from "@mui/icons-material/Download";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Identifier, useNotify, useTranslate } from "react-admin";
import { certificates, mayCreateCertificate } from "../../../core/api/certificates.ts";
import kindsStyles from "../../kinds/kinds.module.css";
import { Value } from "../../kinds/Value.tsx";
import { Confirm } from "../../kit/Confirm.tsx";
import { Labeled, SimpleShowLayout } from "../../kit/SimpleShowLayout.tsx";
import { saveFile, toFile } from "../../providers/files.ts";
import { send } from "../../providers/http.ts";
import { collectionPath, fromItem, hasFlag, itemPath, readText } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { refreshAfterWrite } from "../../views/form/refreshAfterWrite.ts";
import { LoadError } from "../../views/LoadError.tsx";
import type { CustomTabProps } from "../../views/override.ts";
import { requestErrorText } from "../../views/requestErrorText.ts";
import { useCellContext } from "../../views/useCellContext.ts";

/** This administrator's certificate for API clients, and the issuing authority's. */
export function ApiAccessTab({ record }: CustomTabProps<"admins">) {
  const translate = useTranslate();
  const { adminId } = useAccess();
  const isOwn = record.id === adminId;
  const { login } = record;
  return (
    <div className="tiles top">
      <section className="card stack pad-12-16" aria-labelledby="api-certificate">
        <h2 id="api-certificate">{translate("certificates.title")}</h2>
        <p className="prose quiet">{translate(isOwn ? "certificates.about" : "certificates.aboutOther", { login })}</p>
        <CertificateCard adminId={record.id} login={login} />
      </section>
      {isOwn && (
        <section className="card stack pad-12-16" aria-labelledby="api-authority">
          <h2 id="api-authority">{translate("certificates.authority.title")}</h2>
          <p className="prose quiet">{translate("certificates.authority.about")}</p>
          <AuthorityCard adminId={adminId} />
        </section>
      )}
    </div>
  );
}

/** Downloads the authority's certificate. */
function AuthorityCard({ adminId }: { readonly adminId: number }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => loadAuthority(adminId),
    onSuccess: (file) => {
      saveFile(file);
      notify("certificates.done.authority", { type: "success", messageArgs: { file: file.name } });
    },
  });
  return (
    <>
      {error && (
        <Alert severity="error">
          {translate("certificates.failed", { reason: requestErrorText(translate, error) })}
        </Alert>
      )}
      <div className="row">
        <Button variant="outlined" startIcon={<DownloadIcon />} loading={isPending} onClick={() => mutate()}>
          {translate("certificates.authority.download")}
        </Button>
      </div>
    </>
  );
}

interface CertificateCardProps {
  readonly adminId: number;
  readonly login: string;
}

type Command = "create" | "revoke";

/** A certificate's state, and this user's actions on it. Only owners create new ones. */
function CertificateCard({ adminId, login }: CertificateCardProps) {
  const translate = useTranslate();
  const access = useAccess();
  const { state, loadError, reload, create, revoke } = useCertificate(adminId, login);
  const [asking, setAsking] = useState<Command | null>(null);
  const isOwn = adminId === access.adminId;
  const mayCreate = isOwn && mayCreateCertificate(access, adminId);
  const mayRevoke = state?.hasCertificate === true && access.can(certificates, "delete", { record: { id: adminId } });
  const isBusy = create.isPending || revoke.isPending;
  const error = create.error ?? revoke.error;
  const perform = (command: Command) => {
    setAsking(null);
    create.reset();
    revoke.reset();
    (command === "create" ? create : revoke).mutate();
  };

  if (!state && !loadError) return <p role="status">{translate("certificates.loading")}</p>;
  return (
    <>
      {loadError ? <LoadError error={loadError} onRetry={reload} /> : state && <CertificateFacts state={state} />}
      {error && (
        <Alert severity="error">
          {translate("certificates.failed", { reason: requestErrorText(translate, error) })}
        </Alert>
      )}
      <div className="row">
        {mayCreate && (
          <Button
            variant="contained"
            loading={create.isPending}
            disabled={isBusy}
            // An unknown state may mean a certificate to lose.
            onClick={() => (state?.hasCertificate === false ? perform("create") : setAsking("create"))}
          >
            {translate(state?.hasCertificate ? "certificates.replace" : "certificates.create")}
          </Button>
        )}
        {mayRevoke && (
          <Button
            variant="outlined"
            color="error"
            loading={revoke.isPending}
            disabled={isBusy}
            onClick={() => setAsking("revoke")}
          >
            {translate("certificates.revoke")}
          </Button>
        )}
      </div>
      {asking && (
        <Confirm
          isOpen
          title={translate(`certificates.ask.${asking}.title`)}
          content={translate(`certificates.ask.${asking}.text`, { login })}
          confirm={translate(`certificates.ask.${asking}.confirm`)}
          cancel="certificates.cancel"
          onConfirm={() => perform(asking)}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}

/** The details of a certificate; older platforms only report that there is one. */
function CertificateFacts({ state }: { readonly state: CertificateState }) {
  const translate = useTranslate();
  const context = useCellContext("admins", "details");
  const { hasCertificate, serial, createdAt, notAfter } = state;
  const times = { created: createdAt, until: notAfter };
  return (
    <SimpleShowLayout>
      <Labeled label="certificates.state">
        <span className="gap-8 inline middle">
          <i
            className={`${kindsStyles.mark} ${hasCertificate ? "success" : `quiet ${kindsStyles.faint}`}`}
            aria-hidden="true"
          />
          {translate(hasCertificate ? "certificates.good" : "certificates.none")}
        </span>
      </Labeled>
      {serial !== null && (
        <Labeled label="certificates.serial">
          <code>{serial}</code>
        </Labeled>
      )}
      {Object.entries(times).map(([name, value]) =>
        value === null ? null : (
          <Labeled key={name} label={`certificates.${name}`}>
            <Value kind="dateTime" value={value} source={name} record={{ [name]: value }} context={context} />
          </Labeled>
        ),
      )}
    </SimpleShowLayout>
  );
}

/** An administrator's certificate: its state and the two mutations. */
function useCertificate(adminId: number, login: string) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  // Below the key of the administrators, so that it is invalidated with them.
  const query = useQuery({ queryKey: ["admins", "certificate", adminId], queryFn: () => loadCertificate(adminId) });
  // Also after a failure: a request that timed out may have succeeded.
  const onSettled = () => refreshAfterWrite(queryClient);
  const create = useMutation({
    mutationFn: () => createCertificate(login),
    onSuccess: (file) => {
      saveFile(file);
      notify("certificates.done.create", { type: "success", messageArgs: { file: file.name } });
    },
    onSettled,
  });
  const revoke = useMutation({
    mutationFn: () => revokeCertificate(adminId),
    onSuccess: () => notify("certificates.done.revoke", { type: "success" }),
    onSettled,
  });
  return { state: query.data, loadError: query.error, reload: () => void query.refetch(), create, revoke };
}

interface CertificateState {
  readonly hasCertificate: boolean;
  /** Null where the platform does not report it, as older ones do not. */
  readonly serial: string | null;
  /** RFC 3339. */
  readonly createdAt: string | null;
  readonly notAfter: string | null;
}

const { name } = certificates;
/** Timeout in milliseconds: keys are generated before the response, on older platforms by an external program. */
const KEY_TIMEOUT_MS = 60_000;

/** Loads whether an administrator has an API certificate. Rejects with an HttpError, like all of these. */
async function loadCertificate(adminId: Identifier): Promise<CertificateState> {
  const record = fromItem(name, await send({ path: itemPath(name, adminId) }));
  return {
    // A number on the wire.
    hasCertificate: hasFlag(record, "has_certificate"),
    serial: readText(record, "serial"),
    createdAt: readText(record, "created_at"),
    notAfter: readText(record, "not_after"),
  };
}

/** Issues a new certificate and revokes the previous one: a zip file with the only copy of the private key. */
async function createCertificate(login: string): Promise<File> {
  const response = await send({
    method: "POST",
    path: collectionPath(name),
    body: { login },
    file: true,
    timeout: KEY_TIMEOUT_MS,
  });
  return toFile(response, "ngcp-api-certificate.zip");
}

async function revokeCertificate(adminId: Identifier): Promise<void> {
  await send({ method: "DELETE", path: itemPath(name, adminId) });
}

/** The issuing authority's certificate as PEM. Only the legacy panel's form provides it. */
async function loadAuthority(adminId: Identifier): Promise<File> {
  const body = new URLSearchParams({ "ca.download": "Download CA Cert", submitid: "" });
  const path = `/administrator/${encodeURIComponent(adminId)}/api_key`;
  return toFile(await send({ method: "POST", path, body, file: true }), "api-ca.pem");
}
