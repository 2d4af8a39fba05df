import { type FixturesOf, type } from "../../__fixtures__/inputs.ts";
import type { inputs } from "../inputs.tsx";

export const fixtures: FixturesOf<typeof inputs> = {
  text: { value: "acme", shown: "acme", act: type(" acme "), typed: "acme" },
  longText: { value: "two\nlines", shown: "two\nlines", act: type("two{Enter} lines"), typed: "two\n lines" },
  email: { value: "a@example.org", shown: "a@example.org", act: type("b@example.org"), typed: "b@example.org" },
  emailList: {
    value: "a@example.org,b@example.org",
    shown: "b@example.org",
    act: type("a@example.org, b@example.org "),
    typed: "a@example.org,b@example.org",
  },
  host: { value: "sip.example", shown: "sip.example", act: type("sip.example"), typed: "sip.example" },
  ip: { value: "192.0.2.1", shown: "192.0.2.1", act: type("2001:db8::1"), typed: "2001:db8::1" },
  ipList: {
    value: ["192.0.2.0/24"],
    shown: "192.0.2.0/24",
    act: type("192.0.2.1{Enter}2001:db8::/32,"),
    typed: ["192.0.2.1", "2001:db8::/32"],
  },
  regex: { value: "^0([1-9])", shown: "^0([1-9])", act: type("^00"), typed: "^00" },
  colour: { value: "#0b6672", shown: "#0b6672", act: type("rgb(11, 102, 114)"), typed: "rgb(11, 102, 114)" },
  tags: { value: ["one"], shown: "one", act: type("one, two,"), typed: ["one", "two"] },
};
