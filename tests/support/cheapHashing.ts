import { hashCheaply } from "../../src/platform/secrets.ts";

hashCheaply();
