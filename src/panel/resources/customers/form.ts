export { customersForm as form } from "../billing/form.tsx";
