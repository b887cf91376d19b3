import { useLanguage } from '../language/language';
import { FormDialog } from '../parts/form-dialog';
import type { Filters } from '../parts/record-search';
import { redrive } from './queries';

/** Sends what is shown back to its queues, after its number was typed. */
export function Redrive({ filters, count }: { filters: Filters; count: number }) {
  const { t, number } = useLanguage();
  const texts = t.deadLetterScreen;
  const send = async (typed: string) => {
    if (typed.trim() !== String(count)) throw new Error(texts.wrongNumber);
    const { data } = await redrive(filters, count);
    if (data.kept > 0) throw new Error(texts.kept(number(data.redriven), number(data.kept)));
  };
  return (
    <FormDialog
      button={texts.redrive}
      title={texts.redriveTitle}
      hint={texts.redriveHint(number(count))}
      fields={[{ name: 'count', label: t.stopConfirm(String(count)) }]}
      send={({ texts: { count: typed = '' } }) => send(typed)}
    />
  );
}
