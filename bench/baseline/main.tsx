import simpleRestProvider from "ra-data-simple-rest";
import { Admin, EditGuesser, ListGuesser, Resource } from "react-admin";
import { createRoot } from "react-dom/client";

/** The smallest react-admin application: one resource, everything guessed. */
createRoot(document.getElementById("root") as HTMLElement).render(
  <Admin dataProvider={simpleRestProvider("/api")}>
    <Resource name="domains" list={ListGuesser} edit={EditGuesser} />
  </Admin>,
);
