import { expect, it } from "vitest";
import { headerValue, headerValues, hostOf, parseNameAddress, parseVia, userOf } from "./headers.ts";
import { branchOf, methodOf, parseSip, type SipMessage } from "./message.ts";
import { parseSdp } from "./sdp.ts";

/** A message whose lines end as on the wire. */
const wire = (text: string) => text.trim().replaceAll("\n", "\r\n");

function read(text: string): SipMessage {
  const message = parseSip(text);
  if (!message) throw new Error("not read");
  return message;
}

/** RFC 4475, 3.1.1.1: white space and folding wherever they are allowed, compact names, quotes in quotes. */
const tortuous = String.raw`
INVITE sip:vivekg@chair-dnrc.example.com;unknownparam SIP/2.0
TO :
 sip:vivekg@chair-dnrc.example.com ;   tag    = 1918181833n
from   : "J Rosenberg \\\""       <sip:jdrosen@example.com>
  ;
  tag = 98asjd8
MaX-fOrWaRdS: 0068
Call-ID: wsinv.ndaksdj@192.0.2.1
Content-Length   : 5
cseq: 0009
  INVITE
Via  : SIP  /   2.0
 /UDP
    192.0.2.2;branch=390skdjuw
s :
NewFangledHeader:   newfangled value
 continued newfangled value
UnknownHeaderWithUnusualValue: ;;,,;;,;
Content-Type: application/sdp
Route:
 <sip:services.example.com;lr;unknownwith=value;unknown-no-value>
v:  SIP  / 2.0  / TCP     spindle.example.com   ;
  branch  =   z9hG4bK9ikj8  ,
 SIP  /    2.0   / UDP  192.168.255.111   ; branch=
 z9hG4bK30239
m:"Quoted string \"\"" <sip:jdrosen@example.com> ; newparam =
      newvalue ;
  secondparam ; q = 0.33

v=0 and what does not belong to the message`;

it("reads what is written as strangely as it may be", () => {
  const message = read(wire(tortuous));
  expect(message).toMatchObject({
    kind: "request",
    method: "INVITE",
    uri: "sip:vivekg@chair-dnrc.example.com;unknownparam",
    callId: "wsinv.ndaksdj@192.0.2.1",
    sequence: { number: 9, method: "INVITE" },
    from: { display: String.raw`J Rosenberg \"`, uri: "sip:jdrosen@example.com" },
    to: { display: "", uri: "sip:vivekg@chair-dnrc.example.com" },
    body: "v=0 a",
  });
  expect(message.from?.parameters.get("tag")).toBe("98asjd8");
  expect(message.to?.parameters.get("tag")).toBe("1918181833n");
  expect(message.vias.map(({ transport, host, port }) => [transport, host, port])).toEqual([
    ["UDP", "192.0.2.2", 5060],
    ["TCP", "spindle.example.com", 5060],
    ["UDP", "192.168.255.111", 5060],
  ]);
  expect(message.vias.map(({ parameters }) => parameters.get("branch"))).toEqual([
    "390skdjuw",
    "z9hG4bK9ikj8",
    "z9hG4bK30239",
  ]);
  expect(message.contact).toMatchObject({ display: 'Quoted string ""', uri: "sip:jdrosen@example.com" });
  expect(Object.fromEntries(message.contact?.parameters ?? [])).toEqual({
    newparam: "newvalue",
    secondparam: "",
    q: "0.33",
  });
  expect(headerValue(message.headers, "subject")).toBe("");
  expect(headerValue(message.headers, "newfangledheader")).toBe("newfangled value continued newfangled value");
});

it.each([
  [
    "!interesting-Method0123456789_*+`.%indeed'~ sip:1_unusual.URI~@example.com SIP/2.0",
    "!interesting-Method0123456789_*+`.%indeed'~",
  ],
  ["INVITE  sip:user@example.com  SIP/2.0", "INVITE"],
  ["OPTIONS sip:remote-target@example.com SIP/2.0  ", "OPTIONS"],
  ["SIP/2.0 100 ", 100],
  ["SIP/2.0 100", 100],
  ["SIP/2.0 200 = 2**3 * 5**2 но сто девяносто девять - простое", 200],
])("reads the start line %s", (line, what) => {
  const message = read(`\r\n\r\n${line}\r\nCall-ID: a\r\n\r\n`);
  expect(message.kind === "request" ? message.method : message.status).toBe(what);
  expect(message.callId).toBe("a");
});

it.each([
  "INVITE sip:a@example.com SIP/7.0",
  "SIP/2.0 4294967301 better not break the receiver",
  "SIP/2.0 42 no",
  "GET / HTTP/1.1",
  "INVITE SIP/2.0",
  "",
  "\0\0\0",
])("does not take %j for SIP", (line) => {
  expect(parseSip(`${line}\r\nCall-ID: a\r\n\r\n`)).toBeNull();
});

it("keeps what is malformed as text", () => {
  const message = read(
    wire(`
INVITE sip:a@example.com SIP/2.0
Via: SIP/2.0/UDP
Via: SIP/2.0/UDP 192.0.2.1:5070;branch=z9hG4bK1
CSeq: many INVITE
From: "open <sip:a@example.com>
To: nobody
Content-Length: -999
no header at all

rest`),
  );
  expect(message).toMatchObject({ sequence: null, from: null, to: null, contact: null, callId: "", body: "rest" });
  expect(branchOf(message)).toBe("z9hG4bK1");
  expect(methodOf(message)).toBe("INVITE");
  expect(message.headers.filter(({ name }) => name === "Via").length).toBe(2);
});

it("counts a body in bytes", () => {
  const text = "MESSAGE sip:a@b SIP/2.0\r\nContent-Length: 4\r\n\r\nпривет";
  expect(read(text).body).toBe("пр");
  expect(read(text.replace("4", "400")).body).toBe("привет");
});

it("splits lists outside of quotes and brackets only", () => {
  const { headers } = read(
    'INVITE sip:a@b SIP/2.0\r\nRoute: "a, b" <sip:x,y@b>, <sip:c@d>\r\nroute: <sip:e@f>\r\n\r\n',
  );
  expect(headerValues(headers, "Route")).toEqual(['"a, b" <sip:x,y@b>', "<sip:c@d>", "<sip:e@f>"]);
});

it("reads addresses", () => {
  expect(parseVia("SIP/2.0/TLS [2001:DB8::9:1];branch=z;received=192.0.2.3")).toMatchObject({
    host: "2001:db8::9:1",
    port: 5061,
  });
  expect(parseNameAddress("*")?.uri).toBe("*");
  expect(parseNameAddress("sip:a@b;tag=x")?.parameters.get("tag")).toBe("x");
  expect(hostOf("sips:a:secret@[2001:db8::1];transport=tcp")).toEqual({ host: "2001:db8::1", port: 5061 });
  expect(hostOf("sip:example.com:5080")).toEqual({ host: "example.com", port: 5080 });
  expect(hostOf("tel:+431")).toBeNull();
  expect(["sip:ada@example.org", "tel:+431;x=1", "sip:example.org"].map(userOf)).toEqual([
    "ada",
    "+431",
    "example.org",
  ]);
});

it("tells streams and codecs", () => {
  const sdp = wire(`
v=0
o=- 1 1 IN IP6 2001:db8::1
c=IN IP4 192.0.2.1
a=sendonly
m=audio 49170/2 RTP/SAVP 0 96 101 77
a=rtpmap:96 opus/48000/2
a=rtpmap:101 telephone-event/8000
m=video 0 RTP/AVP 34
c=IN IP6 2001:db8::2
a=inactive
m=image 9 udptl t38`);
  expect(parseSdp(sdp)).toEqual([
    {
      type: "audio",
      port: 49_170,
      protocol: "RTP/SAVP",
      address: "192.0.2.1",
      codecs: [
        { name: "PCMU", rate: 8000 },
        { name: "opus", rate: 48_000 },
        { name: "telephone-event", rate: 8000 },
        { name: "77", rate: null },
      ],
      direction: "sendonly",
      isEncrypted: true,
    },
    {
      type: "video",
      port: 0,
      protocol: "RTP/AVP",
      address: "2001:db8::2",
      codecs: [{ name: "H263", rate: 90_000 }],
      direction: "inactive",
      isEncrypted: false,
    },
    {
      type: "image",
      port: 9,
      protocol: "udptl",
      address: "192.0.2.1",
      codecs: [{ name: "t38", rate: null }],
      direction: "sendonly",
      isEncrypted: false,
    },
  ]);
  expect(parseSdp("<xml/>")).toEqual([]);
});
