import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { en, type Texts } from './en';
import { es } from './es';

export const languages = { en, es };
export type Language = keyof typeof languages;

export type Spoken = {
  language: Language;
  choose: (language: Language) => void;
  t: Texts;
  number: (value: number) => string;
  percent: (share: number) => string;
  moment: (iso: string) => string;
  /** With seconds. */
  preciseMoment: (iso: string) => string;
  exactMoment: (iso: string) => string;
  /** A national identity number as people write it. */
  dni: (normal: string) => string;
};
const Context = createContext<Spoken | undefined>(undefined);
const storageKey = 'herald-language';

function firstLanguage(): Language {
  const chosen = localStorage.getItem(storageKey) ?? navigator.language;
  return chosen.startsWith('es') ? 'es' : 'en';
}

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const spoken = useMemo(() => {
    const choose = (next: Language) => {
      localStorage.setItem(storageKey, next);
      setLanguage(next);
    };
    return { language, choose, ...formatsOf(languages[language]) };
  }, [language]);
  return <Context.Provider value={spoken}>{children}</Context.Provider>;
}

function formatsOf(t: Texts) {
  const numbers = new Intl.NumberFormat(t.locale, { maximumFractionDigits: 1 });
  const percents = new Intl.NumberFormat(t.locale, { style: 'percent', maximumFractionDigits: 1 });
  const moments = new Intl.DateTimeFormat(t.locale, { dateStyle: 'medium', timeStyle: 'short' });
  const precise = new Intl.DateTimeFormat(t.locale, { dateStyle: 'medium', timeStyle: 'medium' });
  const exact = new Intl.DateTimeFormat(t.locale, { dateStyle: 'full', timeStyle: 'long' });
  return {
    t,
    number: (value: number) => numbers.format(value),
    percent: (share: number) => percents.format(share),
    moment: (iso: string) => moments.format(new Date(iso)),
    preciseMoment: (iso: string) => precise.format(new Date(iso)),
    exactMoment: (iso: string) => exact.format(new Date(iso)),
    dni: formatDni,
  };
}

/** `12.345.678-5`: groups of three before the check digit; other forms stay as they are. */
function formatDni(normal: string): string {
  const [, body, digit] = /^(\d{6,8})-?([\dK])$/.exec(normal) ?? [];
  return body ? `${body.replace(/\B(?=(\d{3})+$)/g, '.')}-${digit}` : normal;
}

/** The texts and formats of the chosen language. */
export function useLanguage(): Spoken {
  const spoken = useContext(Context);
  if (!spoken) throw new Error('No LanguageProvider');
  return spoken;
}
