import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useTranslate } from "react-admin";
import type { FilterValues } from "../../kinds/filter.ts";
import { browserZone } from "../../kinds/time/browserZone.ts";
import { type Period, periodOf, periods, type TimeRange, valuesOfPeriod } from "./periods.ts";

interface PeriodButtonsProps {
  readonly range: TimeRange;
  readonly label: string;
  readonly values: FilterValues;
  readonly onChoose: (values: FilterValues) => void;
}

/** Periods by name, in the time zone of the browser: each takes effect at once. */
export function PeriodButtons({ range, label, values, onChoose }: PeriodButtonsProps) {
  const translate = useTranslate();
  const zone = browserZone();
  const now = new Date();
  const chosen = periodOf(range, values, now, zone);
  const choose = (period: Period) => onChoose(valuesOfPeriod(range, period, now, zone));
  return (
    <Stack role="group" aria-label={label} direction="row" useFlexGap spacing={0.75} className="wrap">
      {periods.map((period) => (
        <Button
          key={period}
          size="small"
          variant={period === chosen ? "contained" : "outlined"}
          aria-pressed={period === chosen}
          onClick={() => choose(period)}
        >
          {translate(`views.filter.period.${period}`)}
        </Button>
      ))}
    </Stack>
  );
}
