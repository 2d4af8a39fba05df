import { abilities, type ReadyModel, sides } from "./readyModel.ts";

const text = `<?xml version="1.0" encoding="utf-8"?>
<settings>
  <phone-settings e="2">
    <setting_server perm="RW">[% config.url %]</setting_server>
[% IF !config.bootstrap -%]
    <update_policy perm="RW">[% IF preferences.device.device.FW_upg_dis %]never_update[% ELSE %]auto_update[% END %]</update_policy>
[% IF firmware.maxversion && !preferences.device.device.FW_upg_dis -%]
    <firmware perm="RW">[% firmware.baseurl %]/version/[% firmware.maxversion %]</firmware>
[% END -%]
[% IF preferences.device.device.admin_pass -%]
    <http_user perm="RW">[% preferences.device.device.admin_name || 'admin' %]</http_user>
    <http_pass perm="RW">[% preferences.device.device.admin_pass %]</http_pass>
[% END -%]
    <webserver_type perm="RW">[% IF preferences.device.device.web_gui_dis %]off[% ELSE %]https[% END %]</webserver_type>
[% IF preferences.device.device.ntp_server -%]
    <ntp_server perm="RW">[% preferences.device.device.ntp_server %]</ntp_server>
    <ntp_refresh_timer perm="RW">[% preferences.device.device.ntp_sync || 3600 %]</ntp_refresh_timer>
[% END -%]
[% IF preferences.device.device.syslog_server -%]
    <syslog_server perm="RW">[% preferences.device.device.syslog_server %]</syslog_server>
    <log_level perm="RW">[% preferences.device.device.syslog_level || 5 %]</log_level>
[% END -%]
[% FOREACH account IN phone.accounts -%]
    <user_active idx="[% account.number %]" perm="RW">on</user_active>
    <user_realname idx="[% account.number %]" perm="RW">[% account.displayname %]</user_realname>
    <user_name idx="[% account.number %]" perm="RW">[% account.username %]</user_name>
    <user_pname idx="[% account.number %]" perm="RW">[% account.username %]</user_pname>
    <user_pass idx="[% account.number %]" perm="RW">[% account.password %]</user_pass>
    <user_host idx="[% account.number %]" perm="RW">[% account.domain %]</user_host>
    <user_shared_line idx="[% account.number %]" perm="RW">[% IF account.is_shared %]on[% ELSE %]off[% END %]</user_shared_line>
[% END -%]
[% END -%]
  </phone-settings>
[% IF !config.bootstrap -%]
  <functionKeys e="2">
[% FOREACH key IN phone.keys -%]
    <fkey idx="[% key.number - 1 %]" context="[% key.account %]" label="[% key.label %]" perm="RW">[% IF key.type == 'private' or key.type == 'shared' %]line[% ELSIF key.type == 'blf' %]blf sip:[% key.username %]@[% key.domain %];user=phone[% ELSIF key.type == 'speeddial' %]speed [% key.target_number || key.extension %][% ELSIF key.type == 'forward' %]redirect [% key.target_number || key.extension %][% ELSIF key.type == 'transfer' %]transfer [% key.target_number || key.extension %][% ELSE %]none[% END %]</fkey>
[% END -%]
  </functionKeys>
[% END -%]
</settings>
`;

const phone = (model: string, keys: number, modules: number): ReadyModel => ({
  ...{ vendor: "Snom", model, type: "phone", modules, width: 420, height: 480 },
  ranges: [
    {
      name: "Function keys",
      keys: sides(keys, 420),
      abilities,
    },
  ],
  bootstrap: "redirect_snom",
  config: { version: "1", type: "text/xml", text },
});

export const snom: readonly ReadyModel[] = [phone("D735", 8, 1), phone("D785", 6, 3)];
