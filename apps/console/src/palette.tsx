import { Modal, TextInput, UnstyledButton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type KeyboardEvent } from 'react';
import { useLanguage } from './language/language';
import { useScreens } from './navigation';
import { Icon, type IconName } from './parts/icons';
import { holdsScope, useSession } from './session';

type Target = { key: string; icon: IconName; label: string; go: () => void };
const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** Goes to a screen by its name, and to a record by its id. */
export function Palette({ close }: { close: () => void }) {
  const { t } = useLanguage();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const targets = useTargets(typed.trim());
  const at = Math.min(chosen, targets.length - 1);
  const go = (target: Target | undefined) => {
    if (!target) return;
    close();
    target.go();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setChosen((at + step + targets.length) % Math.max(targets.length, 1));
    else if (event.key === 'Enter') go(targets[at]);
    else return;
    event.preventDefault();
  };
  return (
    <Modal opened onClose={close} title={t.palette.title} yOffset="10vh" closeButtonProps={{ 'aria-label': t.cancel }}>
      <TextInput
        aria-label={t.palette.search}
        placeholder={t.palette.search}
        leftSection={<Icon name="search" />}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-expanded
        aria-controls="palette"
        aria-activedescendant={targets[at] && `palette-${at}`}
        autoComplete="off"
        data-autofocus
      />
      <TargetList targets={targets} at={at} go={go} />
    </Modal>
  );
}

type TargetListProps = { targets: Target[]; at: number; go: (target: Target) => void };

function TargetList({ targets, at, go }: TargetListProps) {
  const { t } = useLanguage();
  return (
    <ul id="palette" role="listbox" aria-label={t.palette.title} className="palette">
      {targets.map((target, index) => (
        <UnstyledButton
          key={target.key}
          id={`palette-${index}`}
          component="li"
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className="palette-target"
          onClick={() => go(target)}
        >
          <Icon name={target.icon} />
          {target.label}
        </UnstyledButton>
      ))}
    </ul>
  );
}

/** Screens whose name contains the text, and the records that it may be the id of. */
function useTargets(typed: string): Target[] {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const session = useSession();
  const screens = useScreens().map(({ to, icon, label }) => ({
    key: to,
    icon,
    label: label(t),
    go: () => void navigate({ to }),
  }));
  const isNamed = ({ label }: Target) => label.toLowerCase().includes(typed.toLowerCase());
  if (typed === '') return screens;
  const record = (scope: string, icon: IconName, label: string, go: () => Promise<void>) =>
    holdsScope(session, scope) ? [{ key: label, icon, label: `${label} ${typed}`, go: () => void go() }] : [];
  const uuid = typed.toLowerCase();
  const records = isUuid(typed)
    ? [
        ...record('campaigns:read', 'campaigns', t.palette.campaign, () =>
          navigate({ to: '/campaigns/$uuid', params: { uuid } }),
        ),
        ...record('message-persistance:read', 'segments', t.segment, () =>
          navigate({ to: '/segments/$uuid', params: { uuid } }),
        ),
        ...record('sapien:read', 'cards', t.palette.card, () => navigate({ to: '/cards/$uuid', params: { uuid } })),
        ...record('chronos:read', 'files', t.fileScreen.file, () => navigate({ to: '/files/$uuid', params: { uuid } })),
      ]
    : [];
  return [
    ...screens.filter(isNamed),
    ...record('index:read', 'devices', t.device, () => navigate({ to: '/devices/$coreId', params: { coreId: typed } })),
    ...record('identification:read', 'persons', t.palette.person, () =>
      navigate({ to: '/persons', search: { who: typed } }),
    ),
    ...records,
  ];
}
