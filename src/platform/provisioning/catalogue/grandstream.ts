import { column, type ReadyModel } from "./readyModel.ts";

/**
 * Numbers of settings: the first account has its own, each further one begins a hundred later; lamps are 301 to 328. Modes of
 * keys: 0 speed dial, 1 busy lamp, 8 transfer.
 */
const text = `<?xml version="1.0" encoding="UTF-8"?>
<gs_provision version="1">
  <mac>[% config.mac %]</mac>
  <config version="1">
    <P237>[% config.baseurl %]</P237>
[% IF !config.bootstrap -%]
    <P193>1440</P193>
    <P238>[% IF preferences.device.device.FW_upg_dis %]2[% ELSE %]0[% END %]</P238>
    <P192>[% firmware.baseurl %]</P192>
[% IF preferences.device.device.admin_pass -%]
    <P2>[% preferences.device.device.admin_pass %]</P2>
[% END -%]
    <P1650>[% IF preferences.device.device.web_gui_dis %]2[% ELSE %]0[% END %]</P1650>
[% IF preferences.device.device.ntp_server -%]
    <P30>[% preferences.device.device.ntp_server %]</P30>
    <P5005>[% preferences.device.device.ntp_sync || 1440 %]</P5005>
[% END -%]
[% IF preferences.device.device.syslog_server -%]
    <P207>[% preferences.device.device.syslog_server %]</P207>
    <P208>[% preferences.device.device.syslog_level || 4 %]</P208>
[% END -%]
[% FOREACH account IN phone.accounts -%]
[% IF account.number == 1 -%]
    <P271>1</P271>
    <P270>[% account.extension || account.displayname %]</P270>
    <P47>[% account.domain %]</P47>
    <P35>[% account.username %]</P35>
    <P36>[% account.username %]</P36>
    <P34>[% account.password %]</P34>
    <P3>[% account.displayname %]</P3>
[% ELSE -%]
[% base = account.number + 2 -%]
    <P[% base %]01>1</P[% base %]01>
    <P[% base %]17>[% account.extension || account.displayname %]</P[% base %]17>
    <P[% base %]02>[% account.domain %]</P[% base %]02>
    <P[% base %]04>[% account.username %]</P[% base %]04>
    <P[% base %]05>[% account.username %]</P[% base %]05>
    <P[% base %]06>[% account.password %]</P[% base %]06>
    <P[% base %]07>[% account.displayname %]</P[% base %]07>
[% END -%]
[% END -%]
[% FOREACH key IN phone.keys -%]
[% IF key.range == 'Lamp keys' and key.type -%]
[% mode = key.keynum + 323; place = key.keynum * 3 + 301; name = place + 1; value = place + 2 -%]
    <P[% mode %]>[% IF key.type == 'blf' %]1[% ELSIF key.type == 'transfer' %]8[% ELSE %]0[% END %]</P[% mode %]>
    <P[% place %]>[% key.account - 1 %]</P[% place %]>
    <P[% name %]>[% key.label %]</P[% name %]>
    <P[% value %]>[% key.target_number || key.extension || key.username %]</P[% value %]>
[% END -%]
[% END -%]
[% END -%]
  </config>
</gs_provision>
`;

const phone = (model: string, accounts: number): ReadyModel => ({
  ...{ vendor: "Grandstream", model, type: "phone", modules: 0, width: 440, height: 500 },
  ranges: [
    { name: "Account keys", keys: column(accounts, 60, "left"), abilities: ["private", "shared"] },
    { name: "Lamp keys", keys: column(7, 380, "right"), abilities: ["blf", "speeddial", "transfer"] },
  ],
  bootstrap: "redirect_grandstream",
  config: { version: "1", type: "text/xml", text },
});

export const grandstream: readonly ReadyModel[] = [phone("GXP2140", 4), phone("GXP2160", 4)];
