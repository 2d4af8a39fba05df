import { expect, it } from "vitest";
import { commonNames } from "./admitDevice.ts";

it.each([
  ["CN=00:50:C2:00:00:11", ["00:50:C2:00:00:11"]],
  ["O=Tessel, cn = 0050c2000011 ,C=DE", ["0050c2000011"]],
  ["2.5.4.3=a;OID.2.5.4.3=b", ["a", "b"]],
  ["OU=x+CN=0050C2000011,O=y", ["0050C2000011"]],
  ['CN="a, CN=b",O="x"', ["a, CN=b"]],
  ["O=a\\,CN=0050C2000011,CN=b\\+c\\2C\\C3\\A4", ["b+c,ä"]],
  ["O=CN=0050C2000011,OU=x", []],
  ["/C=DE/O=Tessel/CN=00-50-C2-00-00-11", ["00-50-C2-00-00-11"]],
  ["/O=a/b/CN=c/emailAddress=d@e", ["c"]],
  ["/O=a/CN=b+CN=c", ["b", "c"]],
  ["0050C2000011", []],
  ["", []],
])("finds the common names of %s", (subject, names) => {
  expect(commonNames(subject)).toEqual(names);
});
