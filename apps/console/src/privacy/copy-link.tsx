import { useLanguage } from '../language/language';
import { pathOfLink } from '../parts/path-of-link';

/** The copy of a person's data, as long as its link works. */
export function CopyLink({ file }: { file: string }) {
  const { t } = useLanguage();
  return (
    <a className="link" href={pathOfLink(file)} download>
      {t.privacyScreen.download}
    </a>
  );
}
