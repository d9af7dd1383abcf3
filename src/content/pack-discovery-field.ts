import type { Topic } from './pack-discovery-types.ts'

export const stockTopics: readonly Topic[] = [
  {
    title: 'Items and places',
    questions: [
      {
        ask: 'How many items do you keep, and how many moved in the last 12 months?',
        listen: 'Dead items; two numbers for the same thing.',
      },
      {
        ask: 'Which units do you buy, keep and sell in?',
        listen: 'Box, layer, pallet; catch weight; meters on a drum with a rest.',
      },
      {
        ask: 'Do you track lots, serial numbers or expiry dates? From which step to which?',
        listen: 'Tracked at receipt, lost at picking. A recall shows what is needed.',
      },
      {
        ask: 'Draw your warehouse. What has an address and what is "over there"?',
        listen: 'Goods in vans, at subcontractors, on consignment.',
      },
    ],
  },
  {
    title: 'Goods in',
    questions: [
      {
        ask: 'A truck is at the door. What happens until the goods can be sold?',
        listen: 'Receipts typed the next day; inspection that blocks everything.',
      },
      {
        ask: 'How does the receiver know what was ordered?',
        listen: 'Paper from purchasing; deliveries without an order number.',
      },
      {
        ask: 'What do you do with damaged, short or surplus goods?',
        listen: 'A corner in the hall that no system knows.',
      },
      {
        ask: 'Who decides what is bought, when and how much?',
        listen: 'Experience; minimum stock from three years ago; long lead times.',
      },
    ],
  },
  {
    title: 'Picking, packing, shipping',
    questions: [
      {
        ask: 'May we walk the route of one order, with a watch?',
        listen: 'Distance, waiting for the printer, questions to the office.',
      },
      {
        ask: 'What is on the label, and who prescribes it?',
        listen: 'Customers with their own labels and penalties.',
      },
      {
        ask: 'Which carriers, and how do you get label, price and tracking number?',
        listen: 'Three carrier portals typed by hand: three interfaces or none.',
      },
      {
        ask: 'Where is the signal weak, and what do people hold in their hands?',
        listen: 'Gloves, cold store, forklift: this chooses the device.',
      },
    ],
  },
  {
    title: 'Counting and value',
    questions: [
      {
        ask: 'When did you last count, and how large was the difference in money?',
        listen: 'Above 1% of value: find the process before you load the stock.',
      },
      {
        ask: 'Who may correct stock, and what reason must they give?',
        listen: 'Everybody, none.',
      },
      {
        ask: 'How is stock valued: standard, average or first in, first out? Since when?',
        listen: 'Warehouse and finance give two answers.',
      },
      {
        ask: 'Which freight, duty and handling costs belong to the item?',
        listen: 'Margins that look good because freight sits elsewhere.',
      },
    ],
  },
]

export const serviceTopics: readonly Topic[] = [
  {
    title: 'A call comes in',
    questions: [
      {
        ask: 'By which ways does a customer reach you, and where is the request written first?',
        listen: 'A notepad; requests known by the technician alone.',
      },
      {
        ask: 'How do you know in the first minute which machine, which contract, which warranty?',
        listen: 'Asking the customer for a serial number they cannot read.',
      },
      {
        ask: 'What is urgent, and who says so?',
        listen: 'Everything; response times in contracts that nobody measures.',
      },
      {
        ask: 'Which requests could the customer solve alone?',
        listen: 'The same ten questions: a help page or portal.',
      },
    ],
  },
  {
    title: 'Planning technicians',
    questions: [
      {
        ask: 'Show us tomorrow’s plan. What will have changed by noon?',
        listen: 'A board on the wall; planning by phone; one planner who knows everyone.',
      },
      {
        ask: 'What decides who goes: skill, distance, customer, parts?',
        listen: 'Rules that can be written down, and a favorite.',
      },
      {
        ask: 'How many second visits, and why?',
        listen: 'Missing part or missing information. Measure before and after.',
      },
      {
        ask: 'Which maintenance falls due next quarter, and how do you know?',
        listen: 'A calendar by the owner; visits in the contract never made.',
      },
    ],
  },
  {
    title: 'On site',
    questions: [
      {
        ask: 'May one of us ride along for half a day?',
        listen: 'What is typed in the evening from memory.',
      },
      {
        ask: 'What does the technician see, write and have signed? On what?',
        listen: 'Photos on a private phone; cellars without signal.',
      },
      {
        ask: 'Which parts travel in the van, and who fills it up?',
        listen: 'Stock that is sold in no system.',
      },
      {
        ask: 'What happens when more is broken than was ordered?',
        listen: 'Work done without a price; approval by phone.',
      },
    ],
  },
  {
    title: 'Invoice, contract, machine',
    questions: [
      {
        ask: 'How many days lie between the visit and the invoice?',
        listen: 'Paper on its way; each day is cash.',
      },
      {
        ask: 'What is free under warranty or contract, and who decides?',
        listen: 'Goodwill that nobody counts.',
      },
      {
        ask: 'Which contracts rise in price by themselves, and by which rule?',
        listen: 'An index clause forgotten for years.',
      },
      {
        ask: 'What history must follow a machine when it is sold to someone else?',
        listen: 'Serial number against owner: two records, not one.',
      },
    ],
  },
]
