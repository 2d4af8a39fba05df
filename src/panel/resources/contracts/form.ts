export { contractsForm as form } from "../billing/form.tsx";
