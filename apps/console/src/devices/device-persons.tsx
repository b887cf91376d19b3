import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLanguage } from '../language/language';
import { Fact, Facts } from '../parts/facts';
import { Failure } from '../parts/failure';
import { personsOfDeviceQuery } from './queries';

/** The persons that the device named, and whether with proof. */
export function DevicePersons({ coreId }: { coreId: string }) {
  const { t, dni } = useLanguage();
  const texts = t.deviceScreen;
  const { data, error } = useQuery(personsOfDeviceQuery(coreId));
  if (error) return <Failure error={error} />;
  if (!data) return null;
  return (
    <Facts title={texts.persons}>
      {data.map((person) => (
        <Fact key={`${person.company_id} ${person.dni}`} name={person.is_proven ? texts.isProven : texts.isSaid}>
          <Link to="/persons" search={{ who: person.dni }} className="link">
            {dni(person.dni)}
          </Link>
        </Fact>
      ))}
      {data.length === 0 && (
        <Text size="sm" c="var(--soft)">
          {texts.noPerson}
        </Text>
      )}
    </Facts>
  );
}
