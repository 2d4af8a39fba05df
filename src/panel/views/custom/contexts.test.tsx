import type { ReactElement } from "react";
import { ResourceContextProvider } from "react-admin";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { ValueField } from "./ValueField.tsx";
import { ValueInput } from "./ValueInput.tsx";
import { VisibleWhen } from "./VisibleWhen.tsx";

function Rights() {
  useAccess();
  return null;
}

function InResource() {
  return (
    <ResourceContextProvider value="domains">
      <ValueInput source="name" />
    </ResourceContextProvider>
  );
}

it.each<readonly [string, () => ReactElement, RegExp]>([
  ["a field", () => <ValueField source="name" />, /^ValueField has no context: render it within a resource/],
  ["an input", () => <ValueInput source="name" />, /^ValueInput has no context: render it within a resource/],
  ["a condition", () => <VisibleWhen source="name">-</VisibleWhen>, /^VisibleWhen has no context/],
  ["an input outside of a form", InResource, /^ValueInput has no context: render it within a form/],
  ["what asks for rights", () => <Rights />, /render it within StartupDataProvider$/],
])("says which context %s lacks", (_, render, message) => {
  expect(() => renderToString(render())).toThrow(message);
});
