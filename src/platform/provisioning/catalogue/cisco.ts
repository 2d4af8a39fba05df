import { column, module, type ReadyModel, sides } from "./readyModel.ts";

/** What a key does other than registering, on the phone as on a module. */
const FUNCTION =
  "fnc=[% IF key.type == 'blf' %]blf+sd+cp;sub=[% key.username %]@[% key.domain %];ext=[% key.extension || key.username %]@[% key.domain %][% ELSE %]sd;ext=[% key.target_number || key.extension %][% END %];nme=[% key.label %]";

const text = `<?xml version="1.0" encoding="UTF-8"?>
<flat-profile>
  <Profile_Rule ua="na">[% config.url %]</Profile_Rule>
[% IF !config.bootstrap -%]
  <Provision_Enable ua="na">Yes</Provision_Enable>
  <Resync_Periodic ua="na">86400</Resync_Periodic>
  <Upgrade_Enable ua="na">[% IF preferences.device.device.FW_upg_dis %]No[% ELSE %]Yes[% END %]</Upgrade_Enable>
[% IF firmware.maxversion && !preferences.device.device.FW_upg_dis -%]
  <Upgrade_Rule ua="na">[% firmware.baseurl %]/version/[% firmware.maxversion %]</Upgrade_Rule>
[% END -%]
[% IF preferences.device.device.admin_pass -%]
  <Admin_Password ua="na">[% preferences.device.device.admin_pass %]</Admin_Password>
[% END -%]
  <Enable_Web_Server ua="na">[% IF preferences.device.device.web_gui_dis %]No[% ELSE %]Yes[% END %]</Enable_Web_Server>
[% IF preferences.device.device.ntp_server -%]
  <Primary_NTP_Server ua="na">[% preferences.device.device.ntp_server %]</Primary_NTP_Server>
[% END -%]
[% IF preferences.device.device.syslog_server -%]
  <Syslog_Server ua="na">[% preferences.device.device.syslog_server %]</Syslog_Server>
[% END -%]
  <XML_Directory_Service_Name ua="na">[% directory.name %]</XML_Directory_Service_Name>
  <XML_Directory_Service_URL ua="na">[% directory.spaurl %]</XML_Directory_Service_URL>
  <Station_Display_Name ua="na">[% phone.stationname %]</Station_Display_Name>
[% FOREACH account IN phone.accounts -%]
  <Line_Enable_[% account.number %]_ ua="na">Yes</Line_Enable_[% account.number %]_>
  <Display_Name_[% account.number %]_ ua="na">[% account.displayname %]</Display_Name_[% account.number %]_>
  <User_ID_[% account.number %]_ ua="na">[% account.username %]</User_ID_[% account.number %]_>
  <Auth_ID_[% account.number %]_ ua="na">[% account.username %]</Auth_ID_[% account.number %]_>
  <Password_[% account.number %]_ ua="na">[% account.password %]</Password_[% account.number %]_>
  <Proxy_[% account.number %]_ ua="na">[% account.domain %]</Proxy_[% account.number %]_>
  <Use_DNS_SRV_[% account.number %]_ ua="na">[% IF preferences.device.device.DNS_SRV_enable %]Yes[% ELSE %]No[% END %]</Use_DNS_SRV_[% account.number %]_>
[% END -%]
[% FOREACH key IN phone.keys -%]
[% IF key.type == 'private' or key.type == 'shared' -%]
  <Extension_[% key.number %]_ ua="na">[% key.account %]</Extension_[% key.number %]_>
  <Short_Name_[% key.number %]_ ua="na">[% key.label %]</Short_Name_[% key.number %]_>
  <Share_Call_Appearance_[% key.number %]_ ua="na">[% key.type %]</Share_Call_Appearance_[% key.number %]_>
[% ELSE -%]
  <Extension_[% key.number %]_ ua="na">Disabled</Extension_[% key.number %]_>
[% IF key.type -%]
  <Extended_Function_[% key.number %]_ ua="na">${FUNCTION}</Extended_Function_[% key.number %]_>
[% END -%]
[% END -%]
[% END -%]
[% IF phone.modules.size -%]
  <Number_of_Units ua="na">[% phone.modules.last.number %]</Number_of_Units>
  <KEM_Type ua="na">CP-8800-Audio</KEM_Type>
[% FOREACH module IN phone.modules -%]
[% FOREACH key IN module.keys -%]
  <Unit_[% module.number %]_Key_[% key.number %]_ ua="na">[% IF key.type %]${FUNCTION}[% END %]</Unit_[% module.number %]_Key_[% key.number %]_>
[% END -%]
[% END -%]
[% END -%]
[% END -%]
</flat-profile>
`;

const phone = (model: string, keys: number, modules: number): ReadyModel => ({
  ...{ vendor: "Cisco", model, type: "phone", modules, width: 420, height: 480 },
  ranges: [
    {
      name: "Line keys",
      keys: keys > 4 ? sides(keys, 420) : column(keys, 60, "left"),
      abilities: ["private", "shared", "blf", "speeddial"],
    },
  ],
  bootstrap: "http",
  config: { version: "1", type: "text/xml", text },
});

export const cisco: readonly ReadyModel[] = [
  phone("CP-7841-3PCC", 4, 0),
  phone("CP-8851-3PCC", 10, 2),
  module("Cisco", "CP-8800-A-KEM", 28, ["CP-8851-3PCC"]),
];
