import { chooseLanguage, currentLanguage, languageName, offeredLanguages } from "../language.ts";
import { loginText } from "./loginText.ts";
import "./languageSelect.css";

/** The language of the login and of the panel behind it. What is typed stays. */
export function LanguageSelect() {
  return (
    <label className="gate-language">
      {loginText.language}
      <select
        value={currentLanguage()}
        // Without the texts of the other language, the one there is stays.
        onChange={({ target }) => void chooseLanguage(target.value).catch(() => undefined)}
      >
        {offeredLanguages().map((language) => (
          <option key={language} value={language} lang={language}>
            {languageName(language)}
          </option>
        ))}
      </select>
    </label>
  );
}
