import { type Person, personSource } from './person.ts';
import { portrait } from './pictures.ts';

const arabic: Person = {
  name: 'ليلى عبد الرحمن',
  title: 'مهندسة برمجيات أولى',
  culture: 'fr_FR',
  country: 'MAR',
  city: 'الدار البيضاء',
  email: 'layla@example.com',
  phone: '+212 6 12 34 56 78',
  profile:
    'مهندسة برمجيات لديها أكثر من عشر سنوات من الخبرة في بناء الأنظمة الموزعة وقواعد البيانات. تقود فرقًا صغيرة وتهتم بجودة الكود وبتدريب المهندسين الجدد. عملت مع Node.js و PostgreSQL في بيئات سحابية كبيرة.',
  jobs: [
    {
      title: 'مهندسة برمجيات أولى',
      company: 'شركة الأفق للتقنية',
      city: 'الرباط',
      start: '2020-03-01',
      text: 'مسؤولة عن منصة الدفع الإلكتروني التي تخدم أكثر من مليوني مستخدم.',
      missions: [
        'خفضت زمن الاستجابة بنسبة 40% خلال ستة أشهر',
        'دربت خمسة مهندسين جدد',
        'نقلت النظام إلى Kubernetes دون انقطاع',
      ],
    },
    {
      title: 'مطورة تطبيقات الويب',
      company: 'Atlas Digital',
      city: 'طنجة',
      start: '2015-09-01',
      end: '2020-02-28',
      missions: ['بنت واجهات برمجية موثقة لثلاثة تطبيقات', 'أدخلت الاختبارات الآلية إلى الفريق'],
    },
  ],
  schools: [{ degree: 'ماجستير في علوم الحاسوب', school: 'جامعة محمد الخامس', start: '2013-09-01', end: '2015-06-30' }],
  skills: [
    { title: 'الواجهات الخلفية', level: 95, parts: ['Node.js', 'Go', 'PostgreSQL'] },
    { title: 'العمل الجماعي', level: 80 },
  ],
  languages: [
    { language: 'العربية', fluency: 'اللغة الأم' },
    { language: 'الفرنسية', fluency: 'ممتاز' },
  ],
  interests: ['الخط العربي', 'المشي في الجبال'],
  photo: portrait(),
};

const hebrew: Person = {
  name: 'נועה בן־דוד',
  title: 'מנהלת מוצר בכירה',
  culture: 'en_US',
  country: 'ISR',
  city: 'תל אביב',
  email: 'noa@example.com',
  phone: '+972 50-123-4567',
  profile:
    'מנהלת מוצר עם שמונה שנות ניסיון בחברות תוכנה. מובילה צוותים של מהנדסים ומעצבים, מהרעיון ועד ההשקה, ומודדת כל החלטה.',
  jobs: [
    {
      title: 'מנהלת מוצר בכירה',
      company: 'אופק טכנולוגיות',
      city: 'תל אביב',
      start: '2019-01-01',
      text: 'אחראית על מערכת התשלומים של החברה.',
      missions: ['הגדילה את ההכנסות ב־35% בשנה', 'השיקה את המוצר ב־12 מדינות', 'הקימה את תהליך ה־A/B testing'],
    },
    { title: 'אנליסטית מוצר', company: 'Blue Wave Ltd.', city: 'חיפה', start: '2016-05-01', end: '2018-12-31' },
  ],
  schools: [{ degree: 'תואר ראשון בכלכלה', school: 'האוניברסיטה העברית', start: '2012-10-01', end: '2015-07-01' }],
  skills: [
    { title: 'ניתוח נתונים', level: 90, parts: ['SQL', 'Python'] },
    { title: 'ניהול צוות', level: 75 },
  ],
  languages: [{ language: 'עברית', fluency: 'שפת אם' }],
};

export const arabicSource = () => personSource(arabic);
export const hebrewSource = () => personSource(hebrew);
