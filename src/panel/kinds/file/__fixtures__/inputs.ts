import type { FixturesOf } from "../../__fixtures__/inputs.ts";
import type { inputs } from "../inputs.tsx";
import { filePicker, picture } from "./files.ts";

export const fixtures: FixturesOf<typeof inputs> = {
  file: {
    field: { file: { types: ["image/png"], maxBytes: 1024 } },
    value: "data:image/png;name=dot.png;base64,iVBORw0KGgo=",
    shown: "dot.png",
    act: (user) => user.upload(filePicker(), picture("dot.png", "\x89PNG\r\n\x1a\n")),
    typed: "data:image/png;name=dot.png;base64,iVBORw0KGgo=",
  },
};
