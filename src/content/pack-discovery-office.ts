import type { Topic } from './pack-discovery-types.ts'

export const financeTopics: readonly Topic[] = [
  {
    title: 'Closing and reports',
    questions: [
      {
        ask: 'Walk us through the last month end, day by day. Which day was the longest?',
        listen: 'Waiting for another department; steps done in a spreadsheet; a person who cannot be ill.',
      },
      {
        ask: 'Which report does the management read first, and who makes it?',
        listen: 'Figures copied by hand; a definition of margin that sales does not share.',
      },
      {
        ask: 'Which dimensions must every posting carry: department, project, branch, product group?',
        listen: 'More than four; codes that only one person can assign.',
      },
      {
        ask: 'What did the auditor write last year?',
        listen: 'Missing approvals, shared sign-ins, late accruals. Each one is a requirement.',
      },
    ],
  },
  {
    title: 'Customers and money in',
    questions: [
      {
        ask: 'How does a payment find its invoice today? What happens to the ones that do not?',
        listen: 'A clearing account nobody empties; customers who deduct without telling.',
      },
      {
        ask: 'Who may raise a credit limit, and who knows that it was exceeded?',
        listen: 'Sales releases its own orders; limits older than the customer.',
      },
      {
        ask: 'Show us the last three reminders that were sent. And the last that was not sent on purpose.',
        listen: 'Exceptions kept in a head or a sheet.',
      },
      {
        ask: 'Which invoices are not made from an order?',
        listen: 'Rents, fees, intercompany, advance payments, self-billing.',
      },
    ],
  },
  {
    title: 'Suppliers and money out',
    questions: [
      {
        ask: 'How does a supplier invoice travel from the mailbox to the payment run?',
        listen: 'Paper; approval by mail; invoices without an order.',
      },
      {
        ask: 'Who can create a supplier, change its bank account and release a payment?',
        listen: 'The same person. Plan the split now.',
      },
      {
        ask: 'Which currencies, banks and payment formats do you use, and which from next year?',
        listen: 'A bank change or a new country inside the project time.',
      },
      {
        ask: 'What do you do when the goods receipt and the invoice differ?',
        listen: 'A tolerance nobody wrote down.',
      },
    ],
  },
  {
    title: 'Tax, assets and old data',
    questions: [
      {
        ask: 'Which tax cases go beyond one country and one rate? Bring a real invoice of each.',
        listen: 'Exempt customers, reverse charge, sales tax by place of delivery.',
      },
      {
        ask: 'How many fixed assets, and by which rules are they depreciated?',
        listen: 'Two valuations at once; a sheet from the tax adviser.',
      },
      {
        ask: 'How many years of history must be in the new system, and who needs them?',
        listen: '"All of it." Ask which report would be missing without it.',
      },
      {
        ask: 'What must be right on day one, to the cent?',
        listen: 'Open items, bank balances, stock value. This becomes the go-live check.',
      },
    ],
  },
]

export const salesTopics: readonly Topic[] = [
  {
    title: 'From first contact to quotation',
    questions: [
      {
        ask: 'Take the last order you won. Where did it come from, and where was that written down?',
        listen: 'Private mailboxes, three lists, a phone book on paper.',
      },
      {
        ask: 'When does a contact become an opportunity, and when do you give it up?',
        listen: 'No rule; old opportunities that keep the forecast warm.',
      },
      {
        ask: 'How long does a normal quotation take, and what takes longest?',
        listen: 'Waiting for a price, a drawing or an approval. That is where hours are saved.',
      },
      {
        ask: 'Which quotation texts does everybody copy from an old file?',
        listen: 'Terms in five versions; a lawyer who knows of one.',
      },
    ],
  },
  {
    title: 'Prices and discounts',
    questions: [
      {
        ask: 'Which prices does one customer see: list, contract, volume, campaign? Which one wins?',
        listen: 'A ranking that differs between two people in the room.',
      },
      {
        ask: 'Who may give how much discount, and what happens above it?',
        listen: 'Limits by habit; discounts hidden as free goods.',
      },
      {
        ask: 'How do you change 500 prices on the first of January?',
        listen: 'By hand over the holidays; orders already taken at old prices.',
      },
      {
        ask: 'How is commission worked out, and who checks it?',
        listen: 'Paid on orders or on payments; splits; a sheet with a password.',
      },
    ],
  },
  {
    title: 'Orders and deliveries',
    questions: [
      {
        ask: 'By which ways do orders arrive, and how many a day by each?',
        listen: 'PDF by mail typed in by hand: count the minutes.',
      },
      {
        ask: 'What do you promise about the delivery date, and what is it based on?',
        listen: 'A walk to the warehouse; stock that is promised twice.',
      },
      {
        ask: 'What may a customer change after confirming, and until when?',
        listen: 'Part deliveries, address changes, frame orders with call-offs.',
      },
      {
        ask: 'How does a return begin, and who decides about the credit?',
        listen: 'Goods arrive before anyone knows.',
      },
    ],
  },
  {
    title: 'Customers and figures',
    questions: [
      {
        ask: 'How many customers are in your list, and how many bought in the last 18 months?',
        listen: 'Three times as many records as buyers. Clean before loading.',
      },
      {
        ask: 'What must a salesperson know at the customer’s door?',
        listen: 'Open invoices, last complaint, prices: that is the phone screen.',
      },
      {
        ask: 'Which forecast do you believe, and why?',
        listen: 'A sheet kept by the manager beside the official one.',
      },
      {
        ask: 'If the system could take one task from you tomorrow, which one?',
        listen: 'The same task from three people. Put it into the first release.',
      },
    ],
  },
]
