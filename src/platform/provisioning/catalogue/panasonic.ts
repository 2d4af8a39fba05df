import { abilities, column, type ReadyModel, sides } from "./readyModel.ts";

const text = `# Panasonic SIP Phone Standard Format File #
[% IF config.bootstrap -%]
CFG_STANDARD_FILE_PATH="[% config.baseurl %]{MAC}"
[% ELSE -%]
CFG_STANDARD_FILE_PATH="[% config.baseurl %]{MAC}"
CFG_CYCLIC="Y"
CFG_CYCLIC_INTVL="1440"
[% IF preferences.device.device.admin_pass -%]
ADMIN_ID="[% preferences.device.device.admin_name || 'admin' %]"
ADMIN_PASS="[% preferences.device.device.admin_pass %]"
[% END -%]
HTTPD_PORTOPEN_AUTO="[% IF preferences.device.device.web_gui_dis %]N[% ELSE %]Y[% END %]"
[% IF preferences.device.device.ntp_server -%]
NTP_ADDR="[% preferences.device.device.ntp_server %]"
TIME_QUERY_INTVL="[% preferences.device.device.ntp_sync || 43200 %]"
[% END -%]
[% IF preferences.device.device.syslog_server -%]
SYSLOG_ADDR="[% preferences.device.device.syslog_server %]"
SYSLOG_EVENT_SIP="[% preferences.device.device.syslog_level || 3 %]"
[% END -%]
[% IF !preferences.device.device.FW_upg_dis && !preferences.device.device.vnd_Panasonic_FW_autoupg_dis -%]
FIRM_UPGRADE_ENABLE="Y"
FIRM_VERSION="[% preferences.device.device.vnd_Panasonic_FW_ver || firmware.maxversion %]"
FIRM_FILE_PATH="[% firmware.baseurl %]/version/{fwver}"
[% ELSE -%]
FIRM_UPGRADE_ENABLE="N"
[% END -%]
XML_PHONEBOOK_URL="[% directory.panaurl %]"
[% FOREACH account IN phone.accounts -%]
PHONE_NUMBER_[% account.number %]="[% account.username %]"
SIP_URI_[% account.number %]="[% account.username %]@[% account.domain %]"
SIP_AUTHID_[% account.number %]="[% account.username %]"
SIP_AUTHPASS_[% account.number %]="[% account.password %]"
SIP_RGSTR_ADDR_[% account.number %]="[% account.domain %]"
SIP_PRXY_ADDR_[% account.number %]="[% account.domain %]"
SIP_SVCDOMAIN_[% account.number %]="[% account.domain %]"
SIP_DNSSRV_ENA_[% account.number %]="[% IF preferences.device.device.DNS_SRV_enable %]Y[% ELSE %]N[% END %]"
DISPLAY_NAME_[% account.number %]="[% account.displayname | replace: '"', "'" %]"
[% END -%]
[% FOREACH key IN phone.keys -%]
[% IF key.type -%]
FLEX_BUTTON_FACILITY_ACT[% key.number %]="[% IF key.type == 'private' or key.type == 'shared' %]X_PANASONIC_IPTEL_DN[% ELSIF key.type == 'blf' %]X_PANASONIC_IPTEL_CONTACT[% ELSIF key.type == 'forward' %]X_PANASONIC_IPTEL_FWDDND[% ELSE %]X_PANASONIC_IPTEL_ONETOUCH[% END %]"
FLEX_BUTTON_FACILITY_ARG[% key.number %]="[% IF key.type == 'private' or key.type == 'shared' %][% key.account %][% ELSE %][% key.target_number || key.extension || key.username %][% END %]"
FLEX_BUTTON_LABEL[% key.number %]="[% key.label | replace: '"', "'" %]"
[% END -%]
[% END -%]
[% END -%]
`;

const phone = (model: string, keys: number): ReadyModel => ({
  ...{ vendor: "Panasonic", model, type: "phone", modules: 0, width: 440, height: 500 },
  ranges: [
    {
      name: "Flexible keys",
      keys: keys > 2 ? sides(keys, 440) : column(keys, 60, "left"),
      abilities,
    },
  ],
  bootstrap: "redirect_panasonic",
  config: { version: "1", type: "text/plain", text },
});

export const panasonic: readonly ReadyModel[] = [phone("KX-HDV230", 12), phone("KX-HDV330", 8)];
