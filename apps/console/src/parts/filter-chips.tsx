import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useLanguage } from '../language/language';
import type { Filters } from './record-search';

/** `days` is one day or a range of two; `tag` is a filter whose name the person types as well. */
export type FilterField = {
  name: string;
  label: string;
  kind?: 'text' | 'days' | 'day' | 'tag';
  choices?: { value: string; label: string }[];
  /** Only one value at a time. */
  isSingle?: boolean;
};
type FilterChipsProps = { fields: FilterField[]; filters: Filters; onChange: (name: string, values: string[]) => void };

/** The filters in force, each with the way to remove it, and a form for one more. */
export function FilterChips({ fields, filters, onChange }: FilterChipsProps) {
  const { t } = useLanguage();
  return (
    <div className="filters">
      <FilterForm fields={fields} filters={filters} onChange={onChange} />
      {Object.keys(filters).length > 0 && (
        <ul className="chips" aria-label={t.filters.title}>
          {Object.entries(filters).map(([name, values]) => (
            <Chip key={name} name={name} values={values} fields={fields} remove={() => onChange(name, [])} />
          ))}
        </ul>
      )}
    </div>
  );
}

type ChipProps = { name: string; values: string[]; fields: FilterField[]; remove: () => void };

function Chip({ name, values, fields, remove }: ChipProps) {
  const { t } = useLanguage();
  const { label, shown } = describeFilter(name, values, fields);
  return (
    <li className="chip">
      <span className="chip-name">{label}</span> {shown}
      <button type="button" className="chip-remove" aria-label={t.filters.remove(label)} onClick={remove}>
        ×
      </button>
    </li>
  );
}

/** A filter in words. */
export function describeFilter(name: string, values: string[], fields: FilterField[]) {
  const field = fields.find((one) => one.name === name);
  const labels = values.map((value) => field?.choices?.find((one) => one.value === value)?.label ?? value);
  const isRange = field?.kind === 'days' && values.length === 2;
  const tag = fields.find(({ kind }) => kind === 'tag');
  const isTag = tag !== undefined && name.startsWith(tag.name);
  const label = field?.label ?? (isTag ? `${tag.label} ${name.slice(tag.name.length)}` : name);
  return { label, shown: labels.join(isRange ? ' – ' : ', ') };
}

/** What the form holds: a tag needs its name beside its value, and days may be a range. */
type Given = { first: string; second: string };
const nothing: Given = { first: '', second: '' };

function FilterForm({ fields, filters, onChange }: FilterChipsProps) {
  const { t } = useLanguage();
  const [name, setName] = useState(fields[0]!.name);
  const [typed, setTyped] = useState(nothing);
  const field = fields.find((one) => one.name === name) ?? fields[0]!;
  const given = { first: (typed.first || field.choices?.[0]?.value || '').trim(), second: typed.second.trim() };
  const choose = (next: string) => {
    setName(next);
    setTyped(nothing);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [filter, values] = filterOf(field, given, filters[field.name] ?? []);
    onChange(filter, values);
    choose(field.name);
  };
  const isReady = given.first !== '' && (field.kind !== 'tag' || given.second !== '');
  return (
    <Group component="form" gap="xs" align="flex-end" onSubmit={submit as never} className="filter-form">
      <NativeSelect
        aria-label={t.filters.field}
        data={fields.map((one) => ({ value: one.name, label: one.label }))}
        value={field.name}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <Values field={field} given={typed} set={(changed) => setTyped((before) => ({ ...before, ...changed }))} />
      <Button type="submit" variant="default" disabled={!isReady}>
        {t.filters.add}
      </Button>
    </Group>
  );
}

/** The name and the values of the filter after the form was sent. */
function filterOf(field: FilterField, { first, second }: Given, before: string[]): [name: string, values: string[]] {
  const { name, kind, isSingle } = field;
  if (kind === 'tag') return [name + first, [second]];
  if (kind === 'days') return [name, second ? [first, second] : [first]];
  return [name, isSingle ? [first] : [...new Set([...before, first])]];
}

type ValuesProps = { field: FilterField; given: Given; set: (changed: Partial<Given>) => void };

function Values({ field: { kind, choices }, given, set }: ValuesProps) {
  const { t } = useLanguage();
  const { tagName, value, from, until } = t.filters;
  if (choices)
    return (
      <NativeSelect
        aria-label={value}
        data={choices}
        value={given.first || choices[0]?.value}
        onChange={(event) => set({ first: event.currentTarget.value })}
      />
    );
  const type = kind === 'days' || kind === 'day' ? 'date' : 'text';
  const [first, second] = kind === 'tag' ? [tagName, value] : kind === 'days' ? [from, until] : [value];
  return (
    <>
      <TextInput
        aria-label={first}
        placeholder={first}
        type={type}
        value={given.first}
        onChange={(event) => set({ first: event.currentTarget.value })}
      />
      {second && (
        <TextInput
          aria-label={second}
          placeholder={second}
          type={type}
          value={given.second}
          onChange={(event) => set({ second: event.currentTarget.value })}
        />
      )}
    </>
  );
}
