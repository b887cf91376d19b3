import type { SubjectRequested, Title } from '@herald/contracts';
import type { Model } from '@herald/persistence';
import escape from 'escape-html';
import { recordsOf, type Entry } from './copy-entries';
import type { CopyPart } from './copy-part.model';
import { fieldWords } from './field-words';

const styles = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem 1.5rem 4rem; color: #1a1c23 }
h1 { font-size: 1.6rem } h2 { font-size: 1.2rem; margin-top: 2.5rem }
article { border: 1px solid #d5d8e0; border-radius: 8px; padding: .5rem 1rem; margin: .75rem 0 }
dl { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; gap: .2rem 1rem; margin: .3rem 0 }
dt { color: #5a6072 } dd { margin: 0; overflow-wrap: anywhere } ul { margin: 0; padding-left: 1.2rem }
img { max-width: 100%; max-height: 24rem; border-radius: 6px } nav { float: right }
nav label { margin-left: 1rem; text-decoration: underline; cursor: pointer }
input[name=language] { position: absolute; opacity: 0 }
#en:checked ~ main [lang=es], #es:checked ~ main [lang=en] { display: none }
#en:checked ~ nav [for=en], #es:checked ~ nav [for=es] { font-weight: 600; text-decoration: none }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr } dd { margin-bottom: .4rem } }
@media (prefers-color-scheme: dark) {
  body { background: #16181d; color: #e6e8ee } article { border-color: #3a3f4b } dt { color: #a0a7b8 }
}`;

const both = ({ en, es }: Title): string => `<span lang="en">${escape(en)}</span><span lang="es">${escape(es)}</span>`;

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const picture = /\.(jpe?g|png|webp)$/i;

/** The page of an archive that a person can read, in Spanish and English; it works without a network. */
export async function* copyPage(
  entries: Entry[],
  { request_uuid, company_id }: Pick<SubjectRequested, 'request_uuid' | 'company_id'>,
  CopyPart: Model<CopyPart>,
): AsyncGenerator<string> {
  yield `<!doctype html><html lang="es"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Copia de sus datos · Copy of your data</title><style>${styles}</style>
<input type="radio" name="language" id="es" checked><input type="radio" name="language" id="en">
<nav><label for="es">Español</label><label for="en">English</label></nav><main>
<h1>${both({ en: 'Copy of your data', es: 'Copia de sus datos' })}</h1>
<p>${both({
    en: 'What is stored about you. Beside this page, the folders hold the same as JSON, which other systems can read.',
    es: 'Lo que se guarda sobre usted. Junto a esta página, las carpetas contienen lo mismo en JSON, que otros sistemas pueden leer.',
  })}</p>
<dl><dt>${both({ en: 'Made on', es: 'Fecha' })}</dt><dd>${valueText(new Date().toISOString())}</dd>
<dt>${both({ en: 'Company', es: 'Empresa' })}</dt><dd>${escape(company_id)}</dd>
<dt>${both({ en: 'Request', es: 'Solicitud' })}</dt><dd>${escape(request_uuid)}</dd></dl>`;
  const records = entries.filter(({ form }) => form === 'records');
  if (records.length === 0) yield `<p>${both({ en: 'Nothing is stored.', es: 'No se guarda nada.' })}</p>`;
  for (const entry of records) {
    yield `<section><h2>${both(entry.title)}</h2>`;
    for await (const row of recordsOf(entry, CopyPart)) yield `<article>${valueText(row)}</article>\n`;
    yield (
      entries
        .filter((one) => isFileOf(entry, one))
        .map(fileLink)
        .join('') + '</section>'
    );
  }
  yield '</main></html>\n';
}

const isFileOf = ({ service, title }: Entry, one: Entry): boolean =>
  one.form === 'file' && one.service === service && one.title.en === title.en;

function fileLink({ path }: Entry): string {
  const address = escape(path.split('/').map(encodeURIComponent).join('/'));
  const shown = picture.test(path) ? `<img src="${address}" alt="${escape(path)}">` : escape(path);
  return `<p><a href="${address}">${shown}</a></p>`;
}

const wordsOf = (name: string): string =>
  Object.hasOwn(fieldWords, name) ? both(fieldWords[name]!) : escape(name.replaceAll('_', ' '));

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

/** A value as HTML; what is empty is left out. */
function valueText(value: unknown): string {
  if (value === true || value === false) return both(value ? { en: 'yes', es: 'sí' } : { en: 'no', es: 'no' });
  if (typeof value === 'string')
    return escape(isTime.test(value) ? `${value.slice(0, 16).replace('T', ' ')} UTC` : value);
  if (typeof value !== 'object' || value === null) return escape(String(value));
  if (Array.isArray(value)) return `<ul>${value.map((one) => `<li>${valueText(one)}</li>`).join('')}</ul>`;
  const shown = Object.entries(value).filter(([, one]) => !isEmpty(one));
  return `<dl>${shown.map(([name, one]) => `<dt>${wordsOf(name)}</dt><dd>${valueText(one)}</dd>`).join('')}</dl>`;
}
