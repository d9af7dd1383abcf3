import type { Checklist } from './types.ts'

export const functional = {
  title: 'Functional testing',
  description: 'Does each process produce the right document, the right posting and the right refusal?',
  sections: [
    {
      title: 'Sales and purchasing',
      items: [
        'A quotation becomes an order with the same lines, prices and discounts',
        'A partial delivery leaves the open quantity on the order',
        'An order above the credit limit is held until an authorized user releases it',
        'A purchase order over the approval amount goes to the approver and cannot be sent before approval',
        'A supplier invoice that differs from the receipt is stopped with the difference shown',
        'Customer prices override list prices, and end on their end date',
        'A cancelled order frees its reserved stock',
      ],
    },
    {
      title: 'Finance and tax',
      items: [
        'Posting a credit note reverses the tax lines of its invoice',
        'A posting to a closed period is refused and the message names the period',
        'Document totals equal the sum of rounded lines under the agreed rounding rule',
        'A payment in a foreign currency posts its exchange difference to the right account',
        'A payment that covers two invoices in part leaves both balances right',
        'The tax report agrees with the tax accounts of the ledger to the cent',
        'An exempt customer gets no tax, and the invoice states the reason',
        'The aged receivables list equals the receivables account on the same date',
      ],
    },
    {
      title: 'Stock and production',
      items: [
        'Stock cannot go below zero where the warehouse forbids it',
        'A transfer between warehouses shows goods in transit until receipt',
        'A lot number can be traced from supplier receipt to customer delivery',
        'A count difference posts quantity and value to the agreed account',
        'A unit conversion such as box to piece keeps the stock value unchanged',
        'A production order consumes the components of its bill of materials version',
      ],
    },
    {
      title: 'Leads, cases and service',
      items: [
        'A lead turned into a customer keeps its notes, files and activities',
        'A second lead with the same email address is flagged as a duplicate',
        'A won opportunity creates its order once, even if the stage is set twice',
        'A case past its response time escalates to the person named in the contract',
        'Merging two contacts keeps the history of both',
        'Time booked on a service ticket reaches the invoice at the contract rate',
      ],
    },
    {
      title: 'Approvals and numbering',
      items: [
        'A rejected document returns to its author with the reason',
        'An approver on leave is replaced by the deputy for those dates only',
        'A change after approval sets the document back to waiting',
        'Invoice numbers have no gap and no duplicate after two users post at once',
        'Nobody approves a document they created themselves',
      ],
    },
    {
      title: 'Reports and documents',
      items: [
        'Each printed document shows the legal name, tax number and bank details of its company',
        'A long product name wraps in the PDF and covers no other column',
        'A report filtered by date includes both boundary days',
        'Totals of an exported sheet equal the totals on the screen',
        'A customer gets documents in the language set on the customer record',
        'A list with no results says so and shows which filters are set',
      ],
    },
  ],
} as const satisfies Checklist
