/** @typedef {import('@chat-relay/receiver-sdk').CallbackEvent} CallbackEvent */

// A visitor's text must not be able to move the cursor or colour the terminal.
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** @param {string} text */
const quote = (text) => `"${text.replace(CONTROL_CHARACTERS, ' ').slice(0, 60)}"`;

/** The most important fields of each event. @param {CallbackEvent} event @returns {(string | null)[]} */
function factsOf(event) {
  switch (event.event) {
    case 'conversation-started':
      return [event.mode, event.locale, event.origin];
    case 'message-received':
      return [`#${event.message.seq}`, quote(event.message.content), `owner ${event.owner}`];
    case 'escalation-triggered':
      return [event.escalation_reason];
    case 'ticket-created':
    case 'ticket-assigned':
    case 'ticket-resolved':
      return [event.ticket.status, event.ticket.operator_display_name];
    case 'agent-assigned':
      return [event.status, event.operator_display_name];
    default:
      return ['status' in event ? event.status : null];
  }
}

/** One line: time, place in the conversation, event, conversation, facts. @param {CallbackEvent} event */
export function describeEvent(event) {
  const time = event.occurred_at.slice(11, 23);
  const sequence = String(event.sequence).padStart(3);
  const conversation = event.conversation_id.slice(-6);
  const facts = factsOf(event).filter((fact) => fact !== null);
  return `${time} ${sequence}  ${event.event.padEnd(20)}  ${conversation}  ${facts.join('  ')}`.trimEnd();
}
