import { type ReadyModel, sides } from "./readyModel.ts";

const text = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<polycomConfig>
[% IF config.bootstrap -%]
  <device device.set="1" device.prov.serverName.set="1" device.prov.serverName="[% config.baseurl %]"/>
[% ELSE -%]
  <device device.set="1" device.prov.serverName.set="1" device.prov.serverName="[% config.baseurl %]"[% IF preferences.device.device.admin_pass %] device.auth.localAdminPassword.set="1" device.auth.localAdminPassword="[% preferences.device.device.admin_pass %]"[% END %]/>
  <httpd httpd.enabled="[% IF preferences.device.device.web_gui_dis %]0[% ELSE %]1[% END %]"/>
[% IF preferences.device.device.ntp_server -%]
  <tcpIpApp tcpIpApp.sntp.address="[% preferences.device.device.ntp_server %]" tcpIpApp.sntp.resyncPeriod="[% preferences.device.device.ntp_sync || 86400 %]"/>
[% END -%]
[% IF preferences.device.device.syslog_server -%]
  <log device.syslog.serverName="[% preferences.device.device.syslog_server %]" device.syslog.renderLevel="[% preferences.device.device.syslog_level || 4 %]"/>
[% END -%]
[% FOREACH account IN phone.accounts -%]
  <reg reg.[% account.number %].address="[% account.username %]@[% account.domain %]" reg.[% account.number %].auth.userId="[% account.username %]" reg.[% account.number %].auth.password="[% account.password %]" reg.[% account.number %].displayName="[% account.displayname %]" reg.[% account.number %].label="[% account.extension || account.displayname %]" reg.[% account.number %].server.1.address="[% account.domain %]" reg.[% account.number %].type="[% IF account.is_shared %]shared[% ELSE %]private[% END %]"/>
[% END -%]
[% entry = 0 -%]
[% FOREACH key IN phone.keys -%]
[% IF key.type == 'blf' -%]
[% entry = entry + 1 -%]
  <attendant attendant.resourceList.[% entry %].address="[% key.username %]@[% key.domain %]" attendant.resourceList.[% entry %].label="[% key.label %]" attendant.resourceList.[% entry %].type="normal"/>
[% END -%]
[% END -%]
  <lineKey lineKey.reassignment.enabled="1"/>
[% entry = 0 -%]
[% FOREACH key IN phone.keys -%]
[% IF key.type == 'private' or key.type == 'shared' -%]
  <key lineKey.[% key.number %].category="Line" lineKey.[% key.number %].index="[% key.account %]"/>
[% ELSIF key.type == 'blf' -%]
[% entry = entry + 1 -%]
  <key lineKey.[% key.number %].category="BLF" lineKey.[% key.number %].index="[% entry %]"/>
[% ELSIF key.type -%]
  <key lineKey.[% key.number %].category="EFK" efk.efklist.[% key.number %].mname="key[% key.number %]" efk.efklist.[% key.number %].status="1" efk.efklist.[% key.number %].label="[% key.label %]" efk.efklist.[% key.number %].action.string="[% key.target_number || key.extension %]$Tinvite$"/>
[% END -%]
[% END -%]
[% END -%]
</polycomConfig>
`;

const phone = (model: string, keys: number, modules: number): ReadyModel => ({
  ...{ vendor: "Polycom", model, type: "phone", modules, width: 420, height: 480 },
  ranges: [
    { name: "Line keys", keys: sides(keys, 420), abilities: ["private", "shared", "blf", "speeddial", "transfer"] },
  ],
  bootstrap: "redirect_polycom",
  config: { version: "1", type: "text/xml", text },
});

export const polycom: readonly ReadyModel[] = [phone("VVX250", 4, 0), phone("VVX450", 12, 3)];
