import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { createCertificate, getCertificate, revokeCertificate } from "../../providers/certificates.ts";
import { saveFile } from "../../providers/files.ts";
import { refreshAfterWrite } from "../../views/form/refreshAfterWrite.ts";

/** An administrator's certificate: its state, and the two ways to change it. */
export function useCertificate(adminId: number, login: string) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  // Under the name of the administrators, so that it is old whenever they are.
  const query = useQuery({ queryKey: ["admins", "certificate", adminId], queryFn: () => getCertificate(adminId) });
  // Also after a failure: a request that timed out may have done its work.
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
