import { waitFor } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { CoreAdminContext, type DataProvider, TestMemoryRouter, testDataProvider } from "react-admin";
import { expect } from "vitest";
import { render } from "../../tests/support/render.ts";
import type { FieldDescriptor, Json } from "../core/schema/descriptor.ts";
import { type ErrorMessages, noErrors } from "../panel/kinds/controls/InputProps.ts";
import { KindInput } from "../panel/kinds/KindInput.tsx";
import { addTexts, i18nProvider } from "../panel/providers/i18nProvider.ts";
import { StartupDataProvider } from "../panel/providers/StartupDataContext.tsx";

interface InputUnderTest {
  readonly user: UserEvent;
  /** The current value. */
  readonly value: () => Json | undefined;
}

interface Options {
  readonly field: FieldDescriptor;
  readonly value?: Json;
  readonly readOnly?: boolean;
  readonly errors?: ErrorMessages;
  /** The few methods that the test expects to be called; any other throws. */
  readonly dataProvider?: Partial<DataProvider>;
}

/** Test-only fields are labelled by the last part of their key. */
const namingProvider = {
  ...i18nProvider,
  translate: (key: string, options?: { _?: string }) =>
    i18nProvider.translate(key, { _: key.slice(key.lastIndexOf(".") + 1), ...options }),
};

/** Renders the input of one field, labelled "Field", and keeps its changes. */
export async function showInput(options: Options): Promise<InputUnderTest> {
  await Promise.all([addTexts("forms"), addTexts("rules")]);
  let latest = options.value;
  const facts = {
    info: {},
    capabilities: new Map<string, boolean>(),
    hasLegacyPanel: false,
    admin: { id: 1, login: "ada", role: "admin", is_superuser: true },
  };
  const { container } = render(
    <TestMemoryRouter>
      <CoreAdminContext dataProvider={testDataProvider(options.dataProvider)} i18nProvider={namingProvider}>
        <StartupDataProvider initial={facts}>
          <Holder
            options={options}
            onValue={(value) => {
              latest = value;
            }}
          />
        </StartupDataProvider>
      </CoreAdminContext>
    </TestMemoryRouter>,
  );
  await waitFor(() => expect(container.hasChildNodes()).toBe(true));
  // Whether something is clickable is asserted by the test, not by the library.
  return { user: userEvent.setup({ pointerEventsCheck: 0 }), value: () => latest };
}

interface HolderProps {
  readonly options: Options;
  readonly onValue: (value: Json) => void;
}

function Holder({ options, onValue }: HolderProps): ReactNode {
  const { field, readOnly = false, errors = noErrors } = options;
  const [value, setValue] = useState(options.value);
  return (
    <KindInput
      id="field"
      resource="domains"
      path={field.name}
      field={field}
      value={value}
      onChange={(next) => {
        setValue(next);
        onValue(next);
      }}
      label="Field"
      readOnly={readOnly}
      errors={errors}
    />
  );
}
