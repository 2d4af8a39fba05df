import { render } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { CoreAdminContext, type DataProvider, TestMemoryRouter, testDataProvider } from "ra-core";
import { type ReactNode, useState } from "react";
import type { FieldDescriptor, Json } from "../../core/descriptor.ts";
import { FactsProvider } from "../providers/FactsContext.tsx";
import { addTexts, i18nProvider } from "../providers/i18nProvider.ts";
import { noProblems, type ProblemTexts } from "./controls/InputProps.ts";
import { KindInput } from "./KindInput.tsx";

interface InputUnderTest {
  readonly user: UserEvent;
  /** The value as it is now. */
  readonly value: () => Json | undefined;
}

interface Options {
  readonly field: FieldDescriptor;
  readonly value?: Json;
  readonly readOnly?: boolean;
  readonly problems?: ProblemTexts;
  /** The few methods that the test expects to be called; any other throws. */
  readonly dataProvider?: Partial<DataProvider>;
}

/** Fields that only exist in tests are called by the last part of their key. */
const namingProvider = {
  ...i18nProvider,
  translate: (key: string, options?: { _?: string }) =>
    i18nProvider.translate(key, { _: key.slice(key.lastIndexOf(".") + 1), ...options }),
};

/** Shows the input of one field, labelled "Field", and keeps what it changes. */
export async function showInput(options: Options): Promise<InputUnderTest> {
  await Promise.all([addTexts("forms"), addTexts("rules")]);
  let latest = options.value;
  const facts = {
    info: {},
    capabilities: new Map<string, boolean>(),
    hasOlderPanel: false,
    admin: { id: 1, role: "admin", is_superuser: true },
  };
  render(
    <TestMemoryRouter>
      <CoreAdminContext dataProvider={testDataProvider(options.dataProvider)} i18nProvider={namingProvider}>
        <FactsProvider initial={facts}>
          <Holder
            options={options}
            onValue={(value) => {
              latest = value;
            }}
          />
        </FactsProvider>
      </CoreAdminContext>
    </TestMemoryRouter>,
  );
  // Where something can not be clicked is for the test to say, not a reason to fail.
  return { user: userEvent.setup({ pointerEventsCheck: 0 }), value: () => latest };
}

interface HolderProps {
  readonly options: Options;
  readonly onValue: (value: Json) => void;
}

function Holder({ options, onValue }: HolderProps): ReactNode {
  const { field, readOnly = false, problems = noProblems } = options;
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
      required={false}
      readOnly={readOnly}
      problems={problems}
    />
  );
}
