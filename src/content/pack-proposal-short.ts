import type { PackDocument } from './pack-types.ts'

export const shortProposal: PackDocument = {
  file: 'short-proposal',
  title: 'Proposal: [result the client wants, in six words]',
  subtitle: 'For [client], attention of [name]. From [your company], [date]. Valid until [date].',
  blocks: [
    { kind: 'heading', level: 1, text: 'What you told us' },
    {
      kind: 'text',
      text: '[What happens today, in the client’s words.] It costs [figure they gave you]. It must change by [date], because [their reason].',
    },
    { kind: 'heading', level: 1, text: 'What we will do' },
    {
      kind: 'list',
      items: [
        '[Result 1, something you can both see working]',
        '[Result 2]',
        '[Result 3; more than five results belong in the standard proposal]',
      ],
    },
    {
      kind: 'text',
      text: 'We start on [date] and finish by [date], if [the one thing the client must deliver] is with us by [date].',
    },
    { kind: 'heading', level: 1, text: 'What it costs' },
    {
      kind: 'table',
      caption: 'Price without tax',
      columns: ['Item', 'How many', 'Price'],
      widths: [56, 22, 22],
      right: [1, 2],
      rows: [
        ['[Service], fixed price', '[hours] hours', '[price]'],
        ['[License], per year', '[number] users', '[price]'],
        ['Total in the first year', '', '[price]'],
        ['Each later year', '', '[price]'],
      ],
    },
    {
      kind: 'text',
      text: 'Half is due when you sign, half when you have accepted the work. Payment within [14] days.',
    },
    { kind: 'heading', level: 1, text: 'What is not in the price' },
    {
      kind: 'list',
      items: [
        '[What the client may expect but you did not price]',
        '[A second such thing]',
        'Travel; we work remotely unless you ask',
      ],
    },
    { kind: 'heading', level: 1, text: 'How we agree' },
    {
      kind: 'text',
      text: 'Sign below and send this page back. Our terms of [date] apply; they came with this mail. If we miss [date] by our own fault, [what you offer: a credit, free hours, a right to leave].',
    },
    {
      kind: 'fields',
      items: [
        { label: 'For [client]: name, function', example: 'Ines Calder, operations director' },
        { label: 'Date and signature', example: '2 December 2026' },
        { label: 'For [your company]: name, function', example: 'Mara Lindgren, managing partner' },
        { label: 'Date and signature', example: '1 December 2026' },
      ],
    },
    { kind: 'page-break' },
    { kind: 'heading', level: 1, text: 'Filled example' },
    {
      kind: 'note',
      title: 'Example only',
      text: 'Tidewell Supply and Alder Row Consulting are invented. A small job for an existing client is the right size for this form. Delete this page before sending.',
    },
    { kind: 'heading', level: 2, text: 'Proposal: carrier labels straight from the delivery' },
    {
      kind: 'text',
      text: '**What you told us.** Two people in dispatch type 140 addresses a day into the carrier’s portal. About three parcels a week go to an old address and cost $18 each to send again. It has to stop before the season starts on 1 March.',
    },
    {
      kind: 'list',
      items: [
        'Posting a delivery prints the carrier’s label at the packing bench, in under five seconds',
        'The tracking number is on the delivery and in the mail to the customer',
        'Refused addresses appear on a list that dispatch works off each morning',
      ],
    },
    {
      kind: 'text',
      text: 'We start on 11 January and finish by 5 February, if the carrier’s test account is with us by 15 January.',
    },
    {
      kind: 'table',
      caption: 'Example: price without tax',
      columns: ['Item', 'How many', 'Price'],
      widths: [56, 22, 22],
      right: [1, 2],
      rows: [
        ['Carrier labels for one carrier, fixed price', '38 hours', '$5,500'],
        ['Label printing license, per year', '2 benches', '$960'],
        ['Total in the first year', '', '$6,460'],
        ['Each later year', '', '$960'],
      ],
    },
    {
      kind: 'text',
      text: '**Not in the price:** label printers, a second carrier, pallets and dangerous goods. **If we miss 5 February by our own fault,** the first three months of the license are ours to pay.',
    },
  ],
}
