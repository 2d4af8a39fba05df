import AccountBalance from "@mui/icons-material/AccountBalance";
import Add from "@mui/icons-material/Add";
import Apartment from "@mui/icons-material/Apartment";
import BarChart from "@mui/icons-material/BarChart";
import Block from "@mui/icons-material/Block";
import Business from "@mui/icons-material/Business";
import CallMade from "@mui/icons-material/CallMade";
import CallReceived from "@mui/icons-material/CallReceived";
import ConfirmationNumber from "@mui/icons-material/ConfirmationNumber";
import Contacts from "@mui/icons-material/Contacts";
import DescriptionOutlined from "@mui/icons-material/DescriptionOutlined";
import Devices from "@mui/icons-material/Devices";
import Dialpad from "@mui/icons-material/Dialpad";
import Dns from "@mui/icons-material/Dns";
import Event from "@mui/icons-material/Event";
import Fax from "@mui/icons-material/Fax";
import FindReplace from "@mui/icons-material/FindReplace";
import Group from "@mui/icons-material/Group";
import Handshake from "@mui/icons-material/Handshake";
import Inventory2 from "@mui/icons-material/Inventory2";
import LibraryMusic from "@mui/icons-material/LibraryMusic";
import ListAlt from "@mui/icons-material/ListAlt";
import LocalOffer from "@mui/icons-material/LocalOffer";
import MailOutlined from "@mui/icons-material/MailOutlined";
import ManageAccounts from "@mui/icons-material/ManageAccounts";
import MeetingRoom from "@mui/icons-material/MeetingRoom";
import Palette from "@mui/icons-material/Palette";
import Payments from "@mui/icons-material/Payments";
import PhoneInTalk from "@mui/icons-material/PhoneInTalk";
import PlayCircleOutlined from "@mui/icons-material/PlayCircleOutlined";
import Receipt from "@mui/icons-material/Receipt";
import Router from "@mui/icons-material/Router";
import Rule from "@mui/icons-material/Rule";
import Schedule from "@mui/icons-material/Schedule";
import Security from "@mui/icons-material/Security";
import Settings from "@mui/icons-material/Settings";
import SmsOutlined from "@mui/icons-material/SmsOutlined";
import Star from "@mui/icons-material/Star";
import Storefront from "@mui/icons-material/Storefront";
import SwapHoriz from "@mui/icons-material/SwapHoriz";
import type { ElementType } from "react";

/** Icons a schema may name, imported one by one: the whole set would be larger than the panel. */
const icons: Readonly<Record<string, ElementType>> = {
  account_balance: AccountBalance,
  add: Add,
  apartment: Apartment,
  bar_chart: BarChart,
  block: Block,
  business: Business,
  call_made: CallMade,
  call_received: CallReceived,
  confirmation_number: ConfirmationNumber,
  contacts: Contacts,
  description: DescriptionOutlined,
  devices: Devices,
  dialpad: Dialpad,
  dns: Dns,
  event: Event,
  fax: Fax,
  find_replace: FindReplace,
  group: Group,
  handshake: Handshake,
  inventory: Inventory2,
  library_music: LibraryMusic,
  list: ListAlt,
  local_offer: LocalOffer,
  mail: MailOutlined,
  manage_accounts: ManageAccounts,
  meeting_room: MeetingRoom,
  palette: Palette,
  payments: Payments,
  phone_in_talk: PhoneInTalk,
  play_circle: PlayCircleOutlined,
  receipt: Receipt,
  router: Router,
  rule: Rule,
  schedule: Schedule,
  security: Security,
  settings: Settings,
  sms: SmsOutlined,
  star: Star,
  storefront: Storefront,
  swap_horiz: SwapHoriz,
};

/** The icon of that name; a plain list for a name that is not here. */
export function iconOf(name: string): ElementType {
  return icons[name] ?? ListAlt;
}

export function isIconKnown(name: string): boolean {
  return name in icons;
}
