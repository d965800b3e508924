import type { Passage } from '../types';

const passage = (id: string, text: string): Passage => ({ id: `en-${id}`, language: 'en', text });

export const ENGLISH_PASSAGES: readonly Passage[] = [
  passage(
    'delivery',
    'Standard delivery costs $5.99 and takes 3–5 working days. Orders over $75 ship free. Express delivery costs $14.50 and arrives within 24 hours if you order before 2 p.m. Delivery to Canada costs $22. Track your parcel at https://track.harbor-goods.com/parcel.',
  ),
  passage(
    'returns',
    'You can return an item within thirty days of delivery. Refunds take 2 weeks and go back to the card you paid with. Opened electronics carry a restocking fee of 10%. 1st step: write to returns@harbor-goods.com. 2nd step: print the label. 3rd step: drop the parcel at a post office.',
  ),
  passage(
    'bike',
    'The Ranger e-bike (article HG-2040) costs $1,299.00. It weighs 23 kg, carries up to 120 kg and has a range of 80 km. The battery charges in four hours and has 500 Wh. The frame has a warranty of five years, the battery of two years.',
  ),
  passage(
    'cakes',
    'Keep our frozen cakes at -18 °C. A cake weighs 1.2 kg and serves 12 people. Once thawed, eat it within three days. One cake costs £16.40; a box of 4 cakes costs £59. A slice of 100 g has 310 kcal. The oven should be at 180 °C.',
  ),
  passage(
    'plans',
    'The Pro plan costs €20 per user per month, or €192 per year. It includes 10 GB of storage and a bandwidth of 50 Mbit/s. A team can have up to 1,000 users. The free trial lasts 14 days. VAT of 19% is added. Prices are listed at https://cloudpad.example/pricing.',
  ),
  passage(
    'release',
    'Version 4.1.0 was released on 12 March 2027. It needs 8 GB of memory and 2.5 GB of disk space. Support for version 3.9 ends on 31 December 2027. Download it from https://cloudpad.example/download. The API accepts 600 requests per minute.',
  ),
  passage(
    'support',
    'Call us on +44 20 7946 0123 from Monday to Friday, 9:30 a.m. to 6 p.m. Write to help@cloudpad.example and we reply within 48 hours. On-site help costs $99 per hour. The current status is shown on status.cloudpad.example. Toll-free calls from abroad: 0800 123 456.',
  ),
  passage(
    'town-hall',
    'The town hall is at 45 Mill Road, Springfield, IL 62704. It is open from 8:15 a.m. to 4 p.m., and on Saturdays until 11:30 a.m. Appointments can be booked at https://www.springfield-hall.org/book. The office is closed on December 24, 2026. Room 207 is on the second floor.',
  ),
  passage(
    'licence',
    'A dog licence costs £25 per year and is valid for twelve months. The replacement of a lost tag costs £7.50. Applications are processed in six weeks. Send form 88-B to licences@oakham-council.gov.uk before 2027-04-30. Late applications carry a fine of £60.',
  ),
  passage(
    'parking',
    'The first 20 minutes are free, then parking costs $3 per hour. A resident permit costs $240 per year and must be paid by June 30, 2027 to account GB29 NWBK 6016 1331 9268 19. The car park has 350 spaces and closes at 11 p.m. The height limit is 2.1 m.',
  ),
];
