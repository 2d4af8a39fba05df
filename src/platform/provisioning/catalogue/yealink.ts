import { abilities, module, type ReadyModel, sides } from "./readyModel.ts";

/** What a key does, on the phone as on a module. Types: 15 a line, 16 a busy lamp, 13 a speed dial, 2 forwards, 3 transfers. */
const KEY = {
  type: ".type = [% IF key.type == 'private' or key.type == 'shared' %]15[% ELSIF key.type == 'blf' %]16[% ELSIF key.type == 'speeddial' %]13[% ELSIF key.type == 'forward' %]2[% ELSIF key.type == 'transfer' %]3[% ELSE %]0[% END %]",
  line: ".line = [% key.account %]",
  value:
    ".value = [% IF key.type != 'private' and key.type != 'shared' %][% key.target_number || key.extension || key.username %][% END %]",
  label: ".label = [% key.label %]",
};

const text = `#!version:1.0.0.1
[% IF config.bootstrap -%]
static.auto_provision.server.url = [% config.baseurl %]
[% ELSE -%]
static.auto_provision.server.url = [% config.baseurl %]
static.auto_provision.power_on = 1
static.auto_provision.repeat.enable = 1
static.auto_provision.repeat.minutes = 1440
[% IF preferences.device.device.admin_pass -%]
static.security.user_name.admin = [% preferences.device.device.admin_name || 'admin' %]
static.security.user_password = [% preferences.device.device.admin_name || 'admin' %]:[% preferences.device.device.admin_pass %]
[% END -%]
[% IF preferences.device.device.web_gui_dis -%]
static.wui.http_enable = 0
static.wui.https_enable = 0
[% END -%]
[% IF preferences.device.device.ntp_server -%]
local_time.ntp_server1 = [% preferences.device.device.ntp_server %]
local_time.interval = [% preferences.device.device.ntp_sync || 1000 %]
[% END -%]
[% IF preferences.device.device.syslog_server -%]
static.syslog.enable = 1
static.syslog.server = [% preferences.device.device.syslog_server %]
static.syslog.level = [% preferences.device.device.syslog_level || 3 %]
[% END -%]
[% IF firmware.maxversion && !preferences.device.device.FW_upg_dis -%]
static.firmware.url = [% firmware.baseurl %]/version/[% firmware.maxversion %]
[% END -%]
remote_phonebook.data.1.url = [% directory.yeaurl %]
remote_phonebook.data.1.name = [% directory.name %]
[% FOREACH account IN phone.accounts -%]
account.[% account.number %].enable = 1
account.[% account.number %].label = [% account.extension || account.displayname %]
account.[% account.number %].display_name = [% account.displayname %]
account.[% account.number %].auth_name = [% account.username %]
account.[% account.number %].user_name = [% account.username %]
account.[% account.number %].password = [% account.password %]
account.[% account.number %].sip_server.1.address = [% account.domain %]
account.[% account.number %].sip_server.1.transport_type = [% IF preferences.device.device.DNS_SRV_enable %]3[% ELSE %]0[% END %]
account.[% account.number %].shared_line = [% IF account.is_shared %]1[% ELSE %]0[% END %]
[% END -%]
[% FOREACH key IN phone.keys -%]
linekey.[% key.number %]${KEY.type}
linekey.[% key.number %]${KEY.line}
linekey.[% key.number %]${KEY.value}
linekey.[% key.number %]${KEY.label}
[% END -%]
[% FOREACH module IN phone.modules -%]
[% FOREACH key IN module.keys -%]
expansion_module.[% module.number %].key.[% key.number %]${KEY.type}
expansion_module.[% module.number %].key.[% key.number %]${KEY.line}
expansion_module.[% module.number %].key.[% key.number %]${KEY.value}
expansion_module.[% module.number %].key.[% key.number %]${KEY.label}
[% END -%]
[% END -%]
[% END -%]
`;

const phone = (model: string, keys: number, modules: number): ReadyModel => ({
  ...{ vendor: "Yealink", model, type: "phone", modules, width: 420, height: 480 },
  ranges: [
    {
      name: "Line keys",
      keys: sides(keys, 420),
      abilities,
    },
  ],
  bootstrap: "redirect_yealink",
  config: { version: "1", type: "text/plain", text },
});

export const yealink: readonly ReadyModel[] = [
  phone("T31P", 2, 0),
  phone("T46U", 10, 3),
  phone("T54W", 10, 3),
  // The first of their pages.
  module("Yealink", "EXP43", 20, ["T46U"]),
  module("Yealink", "EXP50", 20, ["T54W"]),
];
