import type { Language } from './language';

export const vietnamese: Language = {
  labels: {
    fullname: 'HO VA TEN; HO TEN; HO CHU DEM VA TEN KHAI SINH; HO VA TEN KHAI SINH',
    nin: 'SO DINH DANH CA NHAN; SO CCCD; SO CMND',
    date_birth: 'NGAY SINH; NGAY THANG NAM SINH; SINH NGAY',
    date_issue: 'NGAY CAP; NGAY THANG NAM CAP',
    date_due: 'CO GIA TRI DEN; NGAY HET HAN; CO GIA TRI DEN NGAY; THOI HAN',
    gender: 'GIOI TINH',
    nationality: 'QUOC TICH',
    other: `
      QUE QUAN; NOI THUONG TRU; NOI CU TRU; NOI SINH; DAC DIEM NHAN DANG; DAC DIEM NHAN DIEN; DAN TOC; TON GIAO;
      NOI CAP; NOI DANG KY KHAI SINH; NGUYEN QUAN
    `,
  },
  genders: { M: 'NAM', F: 'NU' },
  model: { name: 'vie', countries: 'VNM' },
};
