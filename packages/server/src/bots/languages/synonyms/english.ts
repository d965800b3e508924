/** Each line: words for one subject. `a_b` stands for the phrase "a b". */
export const ENGLISH = `
delivery shipping shipment ship deliver dispatch courier postage send parcel package
parcel package box
refund money_back reimbursement reimburse repay
return send_back give_back bring_back take_back returns
withdraw withdrawal revoke
price cost charge fee expensive cheap rate tariff pricing money
free gratis complimentary no_charge without_charge
discount reduction rebate voucher coupon promo promotion code concession reduced deal
payment pay card transfer debit
pay payment paying payable settle
card visa mastercard
open opening hours open_hours schedule closed close closing
hours schedule time
cancel cancellation terminate termination end stop quit unsubscribe
cancel withdraw revoke
subscription plan membership subscribe contract
invoice bill receipt billing
password passcode credentials
login sign_in log_in signin logon sign_on
account profile
register sign_up signup registration enrol enroll enrolment create apply application
contact reach phone call email write telephone
phone telephone call number ring
email mail
address location located where
broken damaged defective faulty defect repair broke break crack cracked
repair fix mend
repair warranty guarantee
exchange swap replace replacement change
replace replacement spare
lost missing lose stolen
track tracking follow trace status
late delay delayed
deadline limit due date until expire expiry
appointment booking book reservation reserve slot schedule
bring need required documents document papers
document form certificate papers paperwork
id identity passport card
fine penalty fee overdue
renew renewal extend extension prolong
borrow loan lend
delete remove erase deletion
download export
data information privacy gdpr
backup restore recover
install setup set_up installation
update upgrade version
trial test try demo
team members users seats
book novel
rent hire lease
hold pause suspend freeze put_on_hold
correct fix edit amend
guest visitor client
mistake error wrong
luggage suitcase bag baggage
invite add
child children kid kids
pet dog animal
disabled wheelchair accessible accessibility
park parking car
country abroad international overseas foreign
size measurement fit
wash clean care
gift present
stock available availability
complaint complain
pickup collect collection pick_up fetch
minimum least min
maximum most limit max
language languages
support help service assistance
student students
senior seniors pensioner retired
move moving relocate
marriage marry wedding
birth born
garbage waste rubbish trash refuse
bin container
reset forgot forgotten recover
day days
weekend saturday sunday
evening late
working_days business_days
bike bicycle cycle
car vehicle auto
van lorry truck
doctor physician gp clinic surgery practice
prescription medicine medication drug
vaccine vaccination jab shot immunisation
sick ill illness sickness unwell
teacher tutor instructor trainer coach
lesson class course session tuition
exam test examination assessment
pupil student learner
beginner starter novice newcomer
certificate diploma proof
room bedroom accommodation
breakfast meal food lunch dinner
checkin check_in arrival arrive
checkout check_out departure leave depart
stay overnight night
pool swimming swim
towel linen bedding
wifi internet wi-fi network broadband
deposit bond down_payment security
instalment installment instalments monthly spread
interest apr
insurance insured cover covered policy
claim damage loss
licence license permit permission authorisation allowed
rules regulations terms
resident inhabitant citizen local
council municipality town_hall city_hall office
tax vat duty customs
passport id_card identity
driving_licence driver
household rubbish
donate donation give
printer print copy photocopy scan
computer pc laptop
desk workspace seat
meeting_room conference room
key keycard badge fob access
mailbox post mail letter
sofa couch settee
chair armchair seat
furniture table
fabric material upholstery cover
assembly assemble put_together build mount
stairs staircase steps lift elevator
collect pick_up take_away remove dispose
old used second_hand secondhand
spare_part part component
battery charge charger
sim number
porting port transfer keep_number
roaming abroad
data gb allowance gigabyte
limit cap quota threshold
notice period advance
minimum_age age old
adult grownup
teenager youth young adolescent
baby infant toddler
family household
group party
membership member fee join
guest visitor friend
upgrade downgrade change switch
currency currencies dollars euros
bank account iban
reminder chase remind
draft edit delete
template layout design
logo brand
integration connect integrate sync
api developer
permission role access
two_factor 2fa authentication mfa
security secure safe
server location stored hosting hosted
backup copies copy
outage down status
ticket pass
annual yearly year
monthly month
weekly week
morning am
evening night
holiday bank_holiday vacation
summer july august
winter december
plant flower tree
soil compost earth
water watering irrigate
allergy allergic intolerance
vegetarian vegan
smoke smoking smoker
noise quiet loud
photo picture image
signature sign
copy duplicate
wrong incorrect mistaken
unhappy dissatisfied don_t_like
uncollected unclaimed not_collected
collect pick fetch
sell sold sale
pay paid payment
send sent
buy bought purchase
goes go
gift_card voucher gift_certificate
size sizing measurements dimensions
colour color shade
out_of_stock sold_out unavailable available
preorder pre_order backorder
newsletter mailing_list
unsubscribe opt_out
tracking_number tracking
damaged_parcel damaged
express next_day fast priority
pick_up_point parcel_shop locker
billing_address address
vat_number vat tax
storage space disk quota
single_sign_on sso saml
mobile app phone android iphone
browser chrome firefox safari
offline without_internet
uptime availability sla
webhook api integration
spreadsheet csv excel
file attachment document
deactivate close_account delete_account
dark_mode theme
notification alert reminder
birth_certificate birth
death_certificate death
register_address registration address_change moved relocate
vehicle car registration
dog_tax dog licence
bulky_waste bulky furniture
processing_time duration take
proof evidence certificate
photo picture passport_photo
on_site in_person
online internet web
in_advance beforehand ahead
broken smashed cracked shattered damaged chipped
wash laundry clean washing washed clothes
kid child son daughter boy girl toddler
sick throw_up vomit vomiting ill poorly stomach diarrhoea fever
jumper clothing uniform sweater cardigan clothes
lost_property lost left_behind forgotten
stolen theft nicked robbed steal burglary
cot crib baby_bed baby bed
wraparound breakfast_club after_school childcare
electric_vehicle ev electric_car charging charger charge
late overdue lateness
penalty fine fee charge
cheap cheaper discount reduced concession
ngo charity charities nonprofit non_profit
pensioner senior over_65 retired retiree oap
student university college
boss owner admin administrator manager
hand_over transfer ownership
sign_up register join enrol
quit cancel leave close_account
gone deleted delete erased lost
stuff data belongings things
trial try taster free_trial
plan package tier subscription membership
upgrade downgrade change_plan
seat user member licence
storage space capacity
biggest maximum largest limit max
smallest minimum least
upload attach import
lock locked_out locked block blocked
single_sign_on sso single_login
server data_centre hosted stored
country countries region
timer stopwatch clock
timesheet time_tracking
logo branding
error fault bug problem
outage downtime down
gift_wrap wrapping wrapped
engrave personalise personalised engraving
fragile breakable
customs import_duty duty
store shop branch
quote estimate
service maintenance tune
puncture flat tyre
ebike e_bike electric_bike
helmet lock
midnight late night_porter late_arrival
reception front_desk desk
room bedroom suite
double twin
sea_view view
breakfast morning
dinner evening_meal restaurant meal
packed_lunch lunch picnic
allergy allergic gluten nut
dog pet puppy labrador
cat kitten
smoking smoke vape
parking car_park carpark park
stairs steps floor
wheelchair accessible mobility step_free
pushchair buggy pram
sauna spa steam
towel towels
locker changing_room
shower toilet
gym fitness workout
trainer coach instructor personal_trainer
joining_fee join
day_pass guest_pass drop_in
partner couple spouse wife husband
no_show miss missed
holiday term_time vacation half_term
absence absent off_school miss
school_meal dinner lunch canteen meal
book_bag bag
trip excursion visit
club activity
teacher head headteacher
office secretary
admission apply place
catchment area
governor council
bus transport coach
drop_off pick_up collect
nursery reception
homework reading
medicine medication inhaler
dentist dental tooth teeth
wisdom_tooth tooth extraction
filling cavity
whitening bleaching
appointment visit
test result
blood_test blood
injection jab
pregnant pregnancy
nurse clinic
excess deductible
claim report
burglary theft break_in
fire smoke
flood water_damage
window glass
jewellery valuables
tenant landlord rent
neighbour noise
rubbish bin waste
recycling recycle
sofa mattress bulky
garden green_waste
passport travel_document
wedding marry ceremony
death funeral
vote election
library book
reserve hold
dvd film
printing print
museum exhibition gallery
ticket admission entry
guided_tour tour
audio_guide audio
photo photograph camera selfie
boat cruise
camp pitch tent
caravan campervan motorhome
barbecue bbq grill
fire campfire
fishing fish
firewood wood
electricity power
water tap
quiet_hours noise quiet
cash coin notes
card contactless
apple_pay google_pay mobile_payment
direct_debit bank
currency exchange
`;
