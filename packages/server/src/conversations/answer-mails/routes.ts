import Joi from 'joi';
import { emptyAnswer, patterned } from '../../platform/http/fields';
import type { Route } from '../../platform/http/route';
import { emailAddress } from '../../platform/mail/address';
import type { Tokens } from '../../platform/security/tokens';
import { openVisitorRoute, visitorRoute } from '../../visitors/auth';
import { tokenAnswer } from '../../visitors/schemas';
import { tokenView } from '../../visitors/view';
import { signVisitorToken } from '../../visitors/visitor-token';
import type { LeaveContact } from './contact';
import type { ResumeLinks } from './links';

export interface AnswerMailRoutesDeps {
  leaveContact: LeaveContact;
  links: Pick<ResumeLinks, 'resume'>;
  tokens: Tokens;
}

interface ContactBody {
  email: string;
}

interface ResumeBody {
  token: string;
}

const contactBody = Joi.object<ContactBody>({ email: emailAddress.required() });
const resumeBody = Joi.object<ResumeBody>({
  // Any other text gets the response of a token that was used.
  token: patterned(/^[\x20-\x7e]{1,256}$/, 'must be 1 to 256 ASCII characters').required(),
});

export function answerMailRoutes({ leaveContact, links, tokens }: AnswerMailRoutesDeps): Route[] {
  return [
    visitorRoute({
      area: 'visitor',
      rateLimit: 'visitor_per_ip',
      method: 'POST',
      path: '/set/contact',
      summary: 'Leave an e-mail address, for an answer that comes after you have left',
      body: contactBody,
      answer: emptyAnswer,
      handle: async ({ body, principal: { session, tenant } }) => {
        await leaveContact(session, tenant, body.email);
        return {};
      },
    }),
    openVisitorRoute({
      area: 'visitor',
      rateLimit: 'refresh_per_ip',
      method: 'POST',
      path: '/resume/visitor-session',
      summary: 'Continue the conversation of a mailed link, once',
      body: resumeBody,
      answer: tokenAnswer,
      handle: async ({ body, request }) => {
        const originHeader = request.headers['origin'] as string | undefined;
        const session = await links.resume(body.token, originHeader);
        return tokenView(session.sessionId, await signVisitorToken(tokens, session));
      },
    }),
  ];
}
