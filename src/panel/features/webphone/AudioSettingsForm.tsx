import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useStore, useTranslate } from "react-admin";
import { NativeChoice } from "../../kinds/controls/NativeChoice.tsx";
import { closeMicrophone, listDevices, MicrophoneError, openMicrophone, type SoundDevice } from "./microphone.ts";
import { type AudioSettings, phone } from "./phone.ts";
import type { MicrophoneFailure } from "./phoneState.ts";
import { ring, ringtones } from "./tones.ts";

const standard: AudioSettings = { microphone: "", speaker: "", ringtone: "classic" };

/** Microphone, speaker and ringtone, remembered on this computer. */
export function AudioSettingsForm() {
  const translate = useTranslate();
  const [sound, setSound] = useStore<AudioSettings>("preferences.webphone.sound", standard);
  const [microphoneError, setMicrophoneError] = useState<MicrophoneFailure | null>(null);
  const { data: devices, refetch } = useQuery({ queryKey: ["webphone", "devices"], queryFn: listDevices });
  useEffect(() => phone.chooseSound(sound), [sound]);
  const change = (values: Partial<AudioSettings>) => setSound({ ...sound, ...values });
  const find = async () => {
    setMicrophoneError(null);
    try {
      closeMicrophone(await openMicrophone(sound.microphone));
    } catch (error) {
      if (!(error instanceof MicrophoneError)) throw error;
      setMicrophoneError(error.failure);
    }
    await refetch();
  };
  const { microphones = [], speakers = [] } = devices ?? {};
  return (
    <section className="card pad-16" aria-labelledby="webphone-sound">
      <Typography variant="h2" id="webphone-sound">
        {translate("webphone.sound.title")}
      </Typography>
      <div className="stack gap-16 above-16">
        <DeviceSelect
          name="microphone"
          value={sound.microphone}
          devices={microphones}
          onChange={(microphone) => change({ microphone })}
        />
        {speakers.length > 0 && (
          <DeviceSelect
            name="speaker"
            value={sound.speaker}
            devices={speakers}
            onChange={(speaker) => change({ speaker })}
          />
        )}
        {microphoneError && <Alert severity="error">{translate(`webphone.microphone.${microphoneError}`)}</Alert>}
        <div>
          <Button variant="outlined" onClick={() => void find()}>
            {translate("webphone.sound.find")}
          </Button>
          <p className="quiet above-4">{translate("webphone.sound.findHelp")}</p>
        </div>
        <NativeChoice
          id="webphone-ringtone"
          label={translate("webphone.sound.ringtone")}
          value={sound.ringtone}
          options={ringtones.map((name) => [name, translate(`webphone.sound.ringtones.${name}`)])}
          onChange={(chosen) => change({ ringtone: ringtones.find((name) => name === chosen) ?? standard.ringtone })}
        />
        <Listen sound={sound} />
      </div>
    </section>
  );
}

interface DeviceSelectProps {
  readonly name: "microphone" | "speaker";
  readonly value: string;
  readonly devices: readonly SoundDevice[];
  readonly onChange: (id: string) => void;
}

function DeviceSelect({ name, value, devices, onChange }: DeviceSelectProps) {
  const translate = useTranslate();
  return (
    <NativeChoice
      id={`webphone-${name}`}
      label={translate(`webphone.sound.${name}`)}
      // A device that is not plugged in is not there to choose.
      value={devices.some(({ id }) => id === value) ? value : ""}
      options={[
        ["", translate("webphone.sound.standard")],
        ...devices.map(
          ({ id, label }, index) => [id, label || translate("webphone.sound.device", { number: index + 1 })] as const,
        ),
      ]}
      onChange={onChange}
    />
  );
}

/** Plays the ringtone until it is stopped. */
function Listen({ sound: { ringtone } }: { readonly sound: AudioSettings }) {
  const translate = useTranslate();
  const [isPlaying, setIsPlaying] = useState(false);
  useEffect(() => (isPlaying ? ring("incoming", ringtone) : undefined), [isPlaying, ringtone]);
  return (
    <div>
      <Button variant="outlined" aria-pressed={isPlaying} onClick={() => setIsPlaying(!isPlaying)}>
        {translate(isPlaying ? "webphone.sound.silence" : "webphone.sound.listen")}
      </Button>
    </div>
  );
}
