import type { ExportSource } from '@vitae/proto/export-source';
import { personSource } from './person.ts';

export function hindiSource(): ExportSource {
  return personSource({
    name: 'प्रिया शर्मा',
    title: 'वरिष्ठ सॉफ़्टवेयर इंजीनियर',
    culture: 'en_UK',
    country: 'IND',
    city: 'बेंगलुरु',
    email: 'priya.sharma@example.com',
    phone: '+91 98765 43210',
    profile:
      'बड़े पैमाने की वितरित प्रणालियों के डिज़ाइन और संचालन का दस वर्षों का अनुभव। भुगतान, खोज और वितरण के क्षेत्रों में पूरी ज़िम्मेदारी निभाई है। नए सहकर्मियों के प्रशिक्षण को महत्व देती हूँ।',
    jobs: [
      {
        title: 'तकनीकी प्रमुख',
        company: 'भारत टेक्नोलॉजीज़ प्राइवेट लिमिटेड',
        city: 'बेंगलुरु',
        start: '2018-07-01',
        text: 'भुगतान मंच की वास्तुकला की ज़िम्मेदारी और आठ लोगों की टीम का नेतृत्व।',
        missions: ['प्रतिदिन तीन करोड़ लेन-देन संसाधित करने वाला मंच बनाया', 'परिनियोजन का समय दो घंटे से घटाकर दस मिनट किया'],
      },
      { title: 'सॉफ़्टवेयर इंजीनियर', company: 'इन्फोसिस', city: 'पुणे', start: '2012-07-01', end: '2018-06-30' },
    ],
    schools: [
      { degree: 'कंप्यूटर विज्ञान में स्नातकोत्तर', school: 'दिल्ली विश्वविद्यालय', start: '2010-08-01', end: '2012-05-31' },
    ],
    skills: [{ title: 'बैकएंड', level: 92, parts: ['Java', 'Go', 'MySQL'] }],
    languages: [{ language: 'हिन्दी', fluency: 'मातृभाषा' }],
  });
}
