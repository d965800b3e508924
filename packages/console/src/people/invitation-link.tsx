import { CodeBlock } from '../records/code-block';
import { Banner } from '../ui/notes';
import { useLanguage } from '../words/language';

/** Shows the link of an invitation, on a relay in local mode that sends no mail. */
export function InvitationLink({ token }: { token: string }) {
  const { people } = useLanguage().words;
  return (
    <Banner>
      <p>{people.localLink}</p>
      <CodeBlock label={people.link} text={`${location.origin}/console/invitation#${token}`} />
    </Banner>
  );
}
