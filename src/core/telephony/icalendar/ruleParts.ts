/** Parts of an RRULE and the members of an event that hold them, except FREQ and UNTIL. */
export const ruleParts = [
  ["COUNT", "count"],
  ["INTERVAL", "interval"],
  ["BYSECOND", "bysecond"],
  ["BYMINUTE", "byminute"],
  ["BYHOUR", "byhour"],
  ["BYDAY", "byday"],
  ["BYMONTHDAY", "bymonthday"],
  ["BYYEARDAY", "byyearday"],
  ["BYWEEKNO", "byweekno"],
  ["BYMONTH", "bymonth"],
  ["BYSETPOS", "bysetpos"],
] as const;
