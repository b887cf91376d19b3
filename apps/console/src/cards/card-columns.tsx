import { Link } from '@tanstack/react-router';
import type { Spoken } from '../language/language';
import type { Column } from '../parts/data-table';
import { Moment } from '../parts/moment';
import { CardState } from './card-state';
import type { Card } from './queries';

/** Cards as rows: the person they name, and what is known of them. */
export const cardColumns = ({ t: { name, state, cardScreen }, dni }: Spoken): Column<Card>[] => [
  {
    name,
    cell: (card) => (
      <Link to="/cards/$uuid" params={{ uuid: card.uuid }} className="link">
        {[card.name, card.lastname].filter(Boolean).join(' ') || cardScreen.unnamed}
      </Link>
    ),
  },
  { name: state, cell: (card) => <CardState card={card} /> },
  { name: cardScreen.fields.nin, cell: ({ nin }) => nin && dni(nin) },
  { name: cardScreen.fields.date_due, cell: ({ date_due }) => date_due },
  { name: cardScreen.read, cell: ({ created_at }) => <Moment at={created_at} /> },
];
