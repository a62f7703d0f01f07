import { type Person, personSource } from './person.ts';
import { portrait } from './pictures.ts';

const japanese: Person = {
  name: '山田 たろう',
  title: 'シニアソフトウェアエンジニア',
  culture: 'en_US',
  country: 'JPN',
  city: '東京都渋谷区',
  email: 'taro.yamada@example.com',
  phone: '+81 90-1234-5678',
  profile:
    '大規模な分散システムの設計と運用に十年以上携わってきました。決済、検索、配送などの分野で、設計から本番運用までを一貫して担当しています。若手の育成とドキュメントの整備を大切にしています。',
  jobs: [
    {
      title: 'テックリード',
      company: '株式会社みらいシステムズ',
      city: '東京',
      start: '2019-04-01',
      text: '決済基盤のアーキテクチャを担当し、八名のチームを率いています。',
      missions: [
        '月間一億件の取引を処理する基盤を構築し、障害の件数を半分に減らしました',
        'Go と TypeScript によるマイクロサービスへの移行を無停止で完了しました',
      ],
    },
    {
      title: 'ソフトウェアエンジニア',
      company: '青空ネットワーク株式会社',
      city: '大阪',
      start: '2013-04-01',
      end: '2019-03-31',
    },
  ],
  schools: [{ degree: '情報工学修士', school: '東京工業大学', start: '2011-04-01', end: '2013-03-31' }],
  skills: [
    { title: 'バックエンド', level: 95, parts: ['Go', 'Node.js', 'PostgreSQL'] },
    { title: 'チーム運営', level: 80 },
  ],
  languages: [
    { language: '日本語', fluency: '母語' },
    { language: '英語', fluency: 'ビジネスレベル' },
  ],
  interests: ['登山', '将棋'],
  photo: portrait(),
};

const chinese: Person = {
  name: '王小明',
  title: '高级软件工程师',
  culture: 'en_UK',
  country: 'CHN',
  city: '上海',
  email: 'wang@example.com',
  phone: '+86 138 0013 8000',
  profile: '十年后端开发经验，熟悉分布式系统、数据库与云平台。曾带领六人团队完成支付平台的重构，重视代码质量与文档。',
  jobs: [
    {
      title: '技术负责人',
      company: '远景科技有限公司',
      city: '上海',
      start: '2018-07-01',
      missions: ['负责支付平台的架构设计，日均处理交易三千万笔', '将部署时间从两小时缩短到十分钟'],
    },
  ],
  schools: [{ degree: '计算机科学学士', school: '复旦大学', start: '2008-09-01', end: '2012-07-01' }],
  skills: [{ title: '后端开发', level: 92, parts: ['Java', 'Go', 'MySQL'] }],
  languages: [{ language: '中文', fluency: '母语' }],
};

const korean: Person = {
  name: '김민지',
  title: '백엔드 개발자',
  culture: 'en_US',
  country: 'KOR',
  city: '서울',
  email: 'minji@example.com',
  phone: '+82 10-1234-5678',
  profile:
    '대규모 트래픽을 처리하는 서비스를 설계하고 운영해 온 백엔드 개발자입니다. 동료와 함께 배우는 것을 좋아합니다.',
  jobs: [
    {
      title: '선임 개발자',
      company: '한빛소프트웨어',
      city: '서울',
      start: '2017-02-01',
      missions: ['결제 시스템의 응답 시간을 절반으로 줄였습니다', '신입 개발자 네 명을 지도했습니다'],
    },
  ],
  schools: [{ degree: '컴퓨터공학 학사', school: '서울대학교', start: '2010-03-01', end: '2014-02-28' }],
  skills: [{ title: '백엔드', level: 88, parts: ['Kotlin', 'Spring'] }],
  languages: [{ language: '한국어', fluency: '모국어' }],
};

export const japaneseSource = () => personSource(japanese);
export const chineseSource = () => personSource(chinese);
export const koreanSource = () => personSource(korean);
