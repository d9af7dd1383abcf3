import type { Block, PackDocument } from './pack-types.ts'

type Letter = { readonly subject: string; readonly lines: readonly string[] }

const letter = (title: string, { subject, lines }: Letter): Block[] => [
  { kind: 'heading', level: 2, text: title },
  { kind: 'text', text: `**Subject:** ${subject}` },
  ...lines.map((text): Block => ({ kind: 'text', text })),
]

/** One occasion: rules first, then the text to adapt, then the same text as it was sent. */
function occasion(title: string, rules: readonly string[], text: Letter, sent: Letter): Block[] {
  return [
    { kind: 'heading', level: 1, text: title },
    { kind: 'list', items: rules },
    ...letter('Text', text),
    ...letter('Filled example', sent),
  ]
}

const checkIn = occasion(
  '1. Month one: check-in',
  [
    '**When:** 14 days after go-live, in the morning, after you have looked at the sign-ins.',
    '**From:** the account lead. **To:** the project lead of the client, not the whole list.',
    '**Then:** call on the day you name. Do not wait for an answer.',
  ],
  {
    subject: '[product] after two weeks: three questions',
    lines: [
      'Good morning [first name],',
      'two weeks are over. [number] of [number] people signed in last week, and [number] questions reached us; [number] are answered.',
      'Three things I would like to know: Which task takes longer than before? Who is stuck and does not say so? What did you still do in a spreadsheet?',
      'I call you on [day] at [time] for 20 minutes. The open points from go-live are attached, each with a name and a date.',
      '[your name], [direct number]',
    ],
  },
  {
    subject: 'Your new order system after two weeks: three questions',
    lines: [
      'Good morning Paul,',
      'two weeks are over. 29 of 38 people signed in last week, and 17 questions reached us; 14 are answered.',
      'Three things I would like to know: Which task takes longer than before? Who is stuck and does not say so? What did you still do in a spreadsheet?',
      'I call you on Monday at 10:00 for 20 minutes. The open points from go-live are attached: six, each with a name and a date. The pick list is the first of them.',
      'Dana Whitlock, 555-0142',
    ],
  },
)

const quiet = occasion(
  '2. A client has gone quiet',
  [
    '**When:** no ticket and no answer for six weeks, or usage falls while nobody writes.',
    '**First:** find one fact worth their time in usage, tickets or the next release. Without one, call instead.',
    '**Then:** if there is no answer in three working days, the owner calls the sponsor.',
  ],
  {
    subject: '[one fact about their own system]',
    lines: [
      'Hello [first name],',
      'I looked at your system this morning: [fact in figures, and since when]. It may have a good reason; if not, it costs you about [hours or money] a month.',
      'Is it [likely reason A], [likely reason B] or something else? One word is enough, and I take care of it.',
      'If somebody else looks after [product] now, please tell me who. I would like to introduce myself.',
      '[your name], [direct number]',
    ],
  },
  {
    subject: 'Fourteen of 24 field users since mid-September',
    lines: [
      'Hello Simon,',
      'I looked at your system this morning: 14 people signed in last week, it was 21 until mid-September. It may have a good reason; if not, seven technicians write their reports by hand again, about 25 hours a month.',
      'Is it the new phones, the end of the season or something else? One word is enough, and I take care of it.',
      'If somebody else looks after the service system since Gwen left, please tell me who. I would like to introduce myself.',
      'Dana Whitlock, 555-0142',
    ],
  },
)

const renewal = occasion(
  '3. Renewal, 90 days ahead',
  [
    '**When:** 90 days before the renewal, and at least 30 days before the last day for notice.',
    '**Before:** you know who decides, by which date, and have shown usage in the third review.',
    '**Then:** call the same day. The mail is there to be forwarded; the talk decides.',
  ],
  {
    subject: 'Your renewal on [date]: two options, one page',
    lines: [
      'Dear [first name],',
      'your licenses renew on [date]; the last day for notice is [date]. So that your board can decide without hurry, here are two options.',
      '**Option A, as it is:** [number] users, [modules], [amount] a year. **Option B, as you use it:** [number] users, [modules], [amount] a year. I recommend [A or B] because [reason from their own figures].',
      'What the system did this year: [benefit one in figures], [benefit two in figures]. What is not good yet: [point], which we finish by [date].',
      '[Prices stay, or: the vendor raises them by percent from date.] [Renewing before date keeps the present price.]',
      'I call you today at [time] to hear which questions you expect.',
      '[your name], [direct number]',
    ],
  },
  {
    subject: 'Your renewal on 10 January: two options, one page',
    lines: [
      'Dear Ingrid,',
      'your licenses renew on 10 January; the last day for notice is 11 December. So that your board can decide without hurry, here are two options.',
      '**Option A, as it is:** 30 users, sales, stock and web shop, $27,600 a year. **Option B, as you use it:** 26 users, sales and stock, web shop from April, $24,300 in the first year. I recommend B because four seasonal users did not sign in between October and March.',
      'What the system did this year: stock counts take one evening in place of three days, and 310 orders came through the web shop without typing. What is not good yet: delivery notes for the nursery, which we finish by 15 November.',
      'Prices stay. The vendor has announced 4% from February; renewing in January keeps the present price for twelve months.',
      'I call you today at 15:00 to hear which questions you expect.',
      'Mercy Osei, 555-0147',
    ],
  },
)

const complaint = occasion(
  '4. Answer to a complaint',
  [
    '**When:** within two working hours, even if you know little. The full answer follows at the time you name.',
    '**From:** the owner, if money, data or a missed go-live date is concerned; otherwise the account lead.',
    '**Never:** "sorry for any inconvenience", the name of the colleague at fault, or a cause you have not checked.',
  ],
  {
    subject: '[their subject]: what happened and what we do',
    lines: [
      'Dear [first name],',
      'you are right: [what went wrong, in their words, without softening]. For you that meant [consequence]. I am sorry; that should not happen with us.',
      'What we know: [facts with times]. What we do not know yet: [open question], answer by [day and hour].',
      'What we have done: [immediate help]. What we change so that it does not come back: [change, owner, date].',
      'What it costs you: [nothing / credit of amount / hours not charged]. I call you on [day and hour]. Until then you reach me at [direct number].',
      '[your name]',
    ],
  },
  {
    subject: 'Double invoices on Thursday: what happened and what we do',
    lines: [
      'Dear Tomas,',
      'you are right: 63 customers received their invoice twice on Thursday. For you that meant a day of phone calls and two customers who paid twice. I am sorry; that should not happen with us.',
      'What we know: after the update at 18:10 the mail job ran a second time for invoices between 17:30 and 18:00. What we do not know yet: whether reminders are concerned too, answer by Monday 12:00.',
      'What we have done: the job is stopped and sends only by hand; a letter to the 63 customers is ready for your signature. What we change: the job marks each invoice before it sends, and Jonas Brandt tests a repeat before every update, from 25 October.',
      'What it costs you: nothing. Our hours are not charged, and your support fee for October is credited ($480). I call you on Monday at 12:15. Until then you reach me at 555-0101.',
      'Owen Hale, owner, Millbrook Systems',
    ],
  },
)

export const clientEmails: PackDocument = {
  file: 'client-emails',
  title: 'Four mails to clients',
  subtitle: 'Check-in, quiet client, renewal and complaint: when to send, what to write, one that was sent',
  blocks: [
    {
      kind: 'note',
      title: 'Before you send',
      text:
        'Fill every bracket with a fact. If you cannot, you are not ready to write. All names and figures in the ' +
        'examples are invented.',
    },
    ...checkIn,
    { kind: 'page-break' },
    ...quiet,
    { kind: 'page-break' },
    ...renewal,
    { kind: 'page-break' },
    ...complaint,
  ],
}
